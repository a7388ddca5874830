/* One subscript that leaves its row, or is not known to stay in it. */
#define N 16
#define M 12
#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P
double u[N * M], v[N * M];
int column[M];
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: u, v

void guarded(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M + 3; j++)
            if (j < M)
                v[i * M + j] = 1;
}

void indirect(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            v[i * M + column[j]] = 1;
}

void square(void)
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < M; j++)
            v[i * i + j] = 1;
}
/* no proof: which elements are written is not known */
