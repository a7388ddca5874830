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
#pragma hpf independent
#pragma hpf independent, new(x)
    for (int i = 0; i < N; i++)
        a[i] = 1;
#pragma hpf on home(a(i))
#pragma hpf on home(b(i))
    for (int i = 0; i < N; i++)
        a[i] = b[i];
#pragma hpf independent, on home(a(i))
#pragma hpf on home(b(i))
    for (int i = 0; i < N; i++)
        a[i] = b[i];
#pragma hpf where(a[i] > 0)
#pragma hpf where(b[i] > 0)
    for (int i = 0; i < N; i++)
        a[i] = b[i];
#pragma hpf forall
#pragma hpf independent
    for (int i = 0; i < N; i++)
        a[i] = b[i];
#pragma fpredict pipeline(2)
#pragma fpredict pipeline(4)
    for (int i = 1; i < N; i++)
        a[i] = a[i - 1];
    return 0;
}
