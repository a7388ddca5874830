#define N 65536
#pragma hpf processors P(65536)
#pragma hpf template T(N)
#pragma hpf distribute T(block(1)) onto P
double a[N], b[N];
int idx[N];
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)
#pragma hpf align idx(i) with T(i)
int main(void)
{
    for (int i = 0; i < N; i++) b[i] = a[idx[i]];
    return 0;
}
