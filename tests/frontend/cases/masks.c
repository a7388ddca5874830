#define N 16
double a[N], b[N], x;
int n;
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)
int main(void)
{
#pragma hpf where(a[i] = 0)
    for (int i = 0; i < N; i++)
        b[i] = 1;
#pragma hpf where(n++ > 0)
    for (int i = 0; i < N; i++)
        b[i] = 1;
#pragma hpf where(a[:] > 0)
    b[:] = 1;
    x = 2;
#pragma hpf elsewhere
    b[:] = 2;
#pragma hpf where(a[i] > 0)
    for (int i = 0; i < N; i++)
        b[i] = 1;
#pragma hpf elsewhere
    for (int i = 0; i < N; i++)
        b[i] = 2;
#pragma hpf elsewhere
    for (int i = 0; i < N; i++)
        b[i] = 3;
    return 0;
}
