#define N 100
static float x[N], y[N], u[N][N], v[N][N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align x(i) with T(i)
#pragma hpf align y(i) with T(i)
#pragma hpf align u(i,*) with T(i)
#pragma hpf align v(i,*) with T(i)
int main(void)
{
    int i, j;
    for (i = 0; i < N; i++)
        if (i > 0 && i < 60)
            y[i] = x[i - 1];
    for (i = 0; i < N; i++)
        if (i % 3 == 1 && i < 50)
            y[i] = x[N - 1 - i];
    for (i = N - 1; i > 0; i -= 2)
        for (j = 0; j < N; j++) {
            if (j < i)
                v[i][j] = u[j][i];
            else
                v[i][j] = u[i - 1][j];
        }
    for (i = 1; i < N; i++)
        if (i != 50)
            y[i] = x[i - 1];
    return 0;
}
