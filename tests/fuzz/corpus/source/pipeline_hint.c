#define N 16
double g[N][N], r[N];
#pragma hpf processors P(4)
#pragma hpf distribute g(block, *) onto P
#pragma hpf distribute r(block) onto P
int main(void)
{
#pragma fpredict pipeline(4)
    for (int i = 1; i < N; i++)
        for (int j = 0; j < N; j++)
            g[i][j] = g[i - 1][j];
#pragma fpredict pipeline(4)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            g[i][j] = 2;
#pragma fpredict pipeline(4)
    for (int i = 1; i < N; i++)
        r[i] = r[i - 1];
    return 0;
}
