#define N 16
#define M 4
#define HALF 8
double a[N], b[M];
#undef N
#if 0
#undef HALF
#endif
enum { N = 32 };
double c[N];
#pragma hpf processors P(M)
#pragma hpf template T(N), U(HALF)
#undef M
#define M 5
#pragma hpf template V(M)
#pragma hpf distribute T(block) onto P
#pragma hpf align c(i) with T(i)
void work(void)
{
    for (int i = 0; i < N; i++) c[i] = M;
}
