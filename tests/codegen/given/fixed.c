/* The size of a template that template_fix gives it. One node has a row, and the others zeros, which MPI adds up; in its task a loop
 * is the first of several statements. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if __has_include(<mpi.h>)
#include <mpi.h>
#include <xmp.h>
#else
#define MPI_Comm int
#define MPI_DOUBLE 8
#define MPI_SUM 0
#define xmp_get_mpi_comm() 0
#define MPI_Allreduce(from, to, count, type, op, comm) memcpy(to, from, (count) * sizeof *(to))
#endif
#pragma xmp nodes p(*)
#pragma xmp template t(:)
#pragma xmp distribute t(cyclic) onto p

static void read_size(int argc, char **argv, int *size)
{
    *size = 23;
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-') {
            if (++i >= argc)
                continue;
            printf("%s\n", argv[i]);
            continue;
        }
        if (i == 1)
            *size = atoi(argv[i]);
    }
}

int main(int argc, char **argv)
{
    int n, steps, i, j, k;
    read_size(argc, argv, &n);
    steps = argc > 2 ? atoi(argv[2]) : 3;
#pragma xmp template_fix t(0 : n - 1)
    double a[n][n], b[n], sum = 0;
    double *row = malloc(n * sizeof(double)), *part = malloc(n * sizeof(double));
#pragma xmp align a[i][*] with t(i)
#pragma xmp align b[i] with t(i)
#pragma xmp loop(i) on t(i)
    for (i = 0; i < n; i++) {
        for (j = 0; j < n; j++)
            a[i][j] = i == j ? n + i : 1.0 / (1 + i + 2 * j);
        b[i] = i + 1;
    }
    for (k = 0; k < n; k++) {
        double head = 0;
        for (j = k; j < n; j++)
            part[j] = 0.0;
#pragma xmp task on t(k)
        {
            for (j = k + 1; j < n; j++)
                a[k][j] = a[k][j] / a[k][k];
            b[k] = b[k] / a[k][k];
            head = b[k];
            for (j = k + 1; j < n; j++)
                part[j] = a[k][j];
        }
#pragma xmp reduction(+ : head)
        MPI_Comm comm = xmp_get_mpi_comm();
        MPI_Allreduce(part, row, n, MPI_DOUBLE, MPI_SUM, comm);
#pragma xmp loop(i) on t(i)
        for (i = k + 1; i < n; i++) {
            for (j = k + 1; j < n; j++)
                a[i][j] -= a[i][k] * row[j];
            b[i] -= a[i][k] * head;
        }
    }
#pragma xmp loop(i) on t(i) reduction(+ : sum)
    for (i = 0; i < n; i++)
        sum += b[i] * (i + steps) + a[i][n - 1];
#pragma xmp task on p(1)
    printf("%.10g\n", sum);
    return 0;
}
