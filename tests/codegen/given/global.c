/* The size is the file's, and another function reads it. */
#include <stdio.h>
#include <stdlib.h>

static int n;

static void read_size(int argc, char **argv)
{
    n = argc > 1 ? atoi(argv[1]) : 23;
}

int main(int argc, char **argv)
{
    read_size(argc, argv);
#pragma hpf processors P(2)
#pragma hpf template T(n)
#pragma hpf distribute T(block) onto P
    double *u = malloc(n * sizeof *u);
#pragma hpf dimension(n), align(i) with T(i) :: u
    for (int i = 0; i < n; i++)
        u[i] = i;
    printf("%g\n", u[n - 1]);
    return 0;
}
