#define N 64
static double a[N];
#pragma hpf align b(i) with T(i)
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = 1;
    double b = 0;
    return (int)b;
}
