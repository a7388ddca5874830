/* Iterations far apart that assign one element: no formula tells, so the elements are counted. */
#define N 64
double a[N], b[N], g[N][N], h[4096];
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
        a[i % 8] = b[i];
#pragma hpf forall
    for (int i = 0; i < N; i++)
        a[i & 7] = b[i];
#pragma hpf forall
    for (int i = 0; i < 11; i++)
        a[i * i - 10 * i + 25] = b[i];
#pragma hpf forall
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            g[i % 40][j] = b[i];
#pragma hpf forall
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 7; j++)
            a[i + 7 * j] = b[i];
#pragma hpf forall
    for (int i = 0; i < N; i++)
        a[3 * i % 33] = b[i];
#pragma hpf forall
    for (int i = 0; i < N; i++)
        a[i / 5 + i % 5] = b[i];
#pragma hpf forall
    for (int i = 0; i < 10000; i++)
        h[i % 4096] = i;
    /* These do not: 7 and 7, 5 and 64, 8 and 8 have no factor or no room in common. */
#pragma hpf forall
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 7; j++)
            a[i + 7 * j] = b[i];
#pragma hpf forall
    for (int i = 0; i < N; i++)
        a[5 * i % 64] = b[i];
#pragma hpf forall
    for (int i = 0; i < N; i++)
        g[i / 8][i % 8] = b[i];
#pragma hpf forall
    for (int i = 0; i < N; i++)
        a[(i + 1) % N] = b[i];
    return 0;
}
