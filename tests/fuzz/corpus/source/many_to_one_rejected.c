#define N 8
double a[N], b[N], g[N][N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)
#pragma hpf align g(i,*) with T(i)
int main(void)
{
#pragma hpf forall
    for (int i = 0; i < N; i++)
        a[i / 2] = b[i];
#pragma hpf forall
    for (int i = 0; i < N; i++)
        a[i % 4] = b[i];
#pragma hpf forall
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            a[i + j] = b[i];
#pragma hpf forall
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            g[i][(i + j) / 2] = b[i];
#pragma hpf forall
    for (int i = 4; i < 8; i++)
        a[i % 4] = b[i];
#pragma hpf forall
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 2; j++)
            a[2 * i + j] = b[i];
#pragma hpf forall
    for (int i = 0; i < N; i++)
        if (i % 2 == 0)
            a[i / 2] = b[i];
#pragma hpf forall
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 2; j++)
            g[i][i + j] = b[i];
    return 0;
}
