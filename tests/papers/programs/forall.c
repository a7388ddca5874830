/* Parashar and Hariri 1996, figure 7 and its section: a forall that reads neighbours, a masked one,
 * one that reads what it writes, and one whose results belong to others. */
#ifndef N
#define N 64
#endif
static double p[N][N], q[N][N];
#ifndef CASE
#define CASE 1
#endif

#pragma hpf processors P(4)
#pragma hpf template T(N, N)
#pragma hpf distribute T(block, *) onto P
#pragma hpf align p(i, j) with T(i, j)
#pragma hpf align q(i, j) with T(i, j)

int main(void)
{
    int i, j;
#if CASE == 1
#pragma hpf forall
    for (i = 1; i < N; i++)
        for (j = 1; j < N; j++)
            p[i][j] = q[i - 1][j - 1];
#elif CASE == 2
#pragma hpf forall
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            if (q[i][j] != 0.0)
                p[i][j] = 1.0 / q[i][j];
#elif CASE == 3
#pragma hpf forall
    for (i = 1; i < N; i++)
        for (j = 1; j < N; j++)
            p[i][j] = p[i - 1][j - 1];
#else
#pragma hpf forall, on home(q(i, j))
    for (i = 1; i < N - 1; i++)
        for (j = 0; j < N; j++)
            p[i + 1][j] = q[i - 1][j];
#endif
    return 0;
}
