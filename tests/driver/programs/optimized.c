#define N 16

double a[N][N], b[N];

#pragma hpf processors P(4)
#pragma hpf distribute a(block, *) onto P

static double twice(double x)
{
    return 2 * x;
}

int main(void)
{
    for (int j = 1; j < N; j++)
        for (int i = 2; i < N; i += 2)
            a[i][j] = a[i - 2][j];
    for (int i = 0; i < N; i++)
        b[i] = twice(b[i]);
    return 0;
}
