/* product.c, with arrays that each node has all of. */
#include <mpi.h>
#include <stdio.h>
#include <xmp.h>

#define N 16
#define M 8

#pragma xmp nodes p[*]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p

double a[N][M], b[M][N], c[N][N], turned[M][N], v[N], w[N];
int at[N];
#pragma xmp align a[i][*] with t[i]
#pragma xmp align b[*][i] with t[i]
#pragma xmp align c[i][*] with t[i]
#pragma xmp align turned[*][i] with t[i]
#pragma xmp align v[i] with t[i]
#pragma xmp align w[i] with t[i]
#pragma xmp align at[i] with t[i]
double all_a[N][M], all_b[M][N], all_c[N][N], again_a[N][M], all_turned[M][N], all_v[N], all_w[N];
int all_at[N];

int main(void)
{
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++) {
        v[i] = i;
        at[i] = N - 1 - i;
        for (int j = 0; j < M; j++) {
            a[i][j] = i + j;
            b[j][i] = i - j;
        }
    }
#pragma fpredict region work
    {
        MPI_Allreduce(MPI_IN_PLACE, all_a, N * M, MPI_LONG, MPI_BOR, MPI_COMM_WORLD);
        MPI_Allreduce(MPI_IN_PLACE, all_b, N * M, MPI_LONG, MPI_BOR, MPI_COMM_WORLD);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                double sum = 0;
                for (int k = 0; k < M; k++)
                    sum += all_a[i][k] * all_b[k][j];
                all_c[i][j] = sum;
            }
#pragma xmp loop on t[i]
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                c[i][j] = all_c[i][j];
        MPI_Allreduce(MPI_IN_PLACE, again_a, N * M, MPI_LONG, MPI_BOR, MPI_COMM_WORLD);
        for (int i = 0; i < M; i++)
            for (int j = 0; j < N; j++)
                all_turned[i][j] = again_a[j][i];
#pragma xmp loop on t[j]
        for (int i = 0; i < M; i++)
            for (int j = 0; j < N; j++)
                turned[i][j] = all_turned[i][j];
        MPI_Allreduce(MPI_IN_PLACE, all_w, N, MPI_LONG, MPI_BOR, MPI_COMM_WORLD);
        MPI_Allreduce(MPI_IN_PLACE, all_v, N, MPI_LONG, MPI_BOR, MPI_COMM_WORLD);
        MPI_Allreduce(MPI_IN_PLACE, all_at, N, MPI_INT, MPI_BOR, MPI_COMM_WORLD);
        for (int i = 0; i < N; i++)
            all_w[i] = all_v[all_at[i]];
#pragma xmp loop on t[i]
        for (int i = 0; i < N; i++)
            w[i] = all_w[i];
    }
    return 0;
}
