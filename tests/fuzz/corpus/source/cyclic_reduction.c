#define N 64
double u[N+1][N];
#pragma hpf processors P(4)
#pragma hpf template T(N+1,N)
#pragma hpf distribute T(block,*) onto P
#pragma hpf align u(i,j) with T(i,j)
void reduce(void)
{
    int i, j, s;
    for (s = 1; s < N / 2; s *= 2)
        for (i = 2 * s; i < N; i += 2 * s)
            for (j = 0; j < N; j++)
                u[i][j] -= u[i-s][j] + u[i+s][j];
    for (s = N / 4; s > 0; s /= 2)
        for (i = s; i < N; i += 2 * s)
            for (j = 0; j < N; j++)
                u[i][j] -= u[i-s][j] + u[i+s][j];
}
