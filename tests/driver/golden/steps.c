#define N 64
#define S 1
double a[N], b[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align (i) with T(i) :: a, b
int main(void)
{
    for (int i = 1; i < N; i += S)
        a[i] = b[i - 1];
    for (int i = N - 1; i >= 0; i -= S)
        b[i] = 1;
    return 0;
}
