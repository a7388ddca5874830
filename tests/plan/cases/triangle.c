#define N 64
double a[N][N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block,*) onto P
void triangle(void)
{
    for (int k = 1; k < N; k++)
        for (int i = 1; i < N; i++)
            for (int j = k; j < N; j++)
                a[i][j] = a[i-1][j] + a[i][j];
}
