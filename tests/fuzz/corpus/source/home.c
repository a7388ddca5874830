#define N 30
double a[N][N], b[N], t;
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i,*) with T(i)
#pragma hpf align b(i) with T(i)
void work(void)
{
    int i, j;
    double q;
#pragma hpf independent, new(q, j)
    for (i = 0; i < N; i++) {
        q = b[i];
#pragma hpf independent
        for (j = 0; j < N; j++) a[i][j] = q;
    }
#pragma hpf on home(b(i+1))
    for (i = 0; i < N - 1; i++)
        for (j = 0; j < N; j++) a[i][j] = b[i];
#pragma hpf independent
#pragma hpf on home(a(j, i))
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) a[i][j] = a[j][i];
}
