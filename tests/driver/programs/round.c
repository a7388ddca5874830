#define N 16
#define M 12

double a[N][M];

#pragma hpf processors P(4)
#pragma hpf distribute a(cyclic, *) onto P

int main(void)
{
    for (int i = 1; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i][j] = a[i - 1][j];
    return 0;
}
