/* What is not known to leave distributed arrays alone is refused; what only costs is not. */
#define N 16
double seen[N];
static double a[N], *p;
#pragma hpf processors P(2)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align seen(i) with T(i)
#pragma hpf align a(i) with T(i)
void any(void);
double half(double) __attribute__((const));
int main(void)
{
    any();
    double x = half(1.0);
    __asm__ volatile("nop" ::: "memory");
    for (int i = 0; i < N; i++)
        a[i] = x;
    return 0;
}
