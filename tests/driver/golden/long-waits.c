#define N 100000000
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(cyclic(5)) onto P
double a[N], b[N];
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)
int main(void)
{
    for (int i = 1; i < N; i++) a[(i*7+3) % 100000000] = a[i];
    return 0;
}
