/* What is not followed is said; the rest is predicted. */
#define N 8
double a[N], *p, q[N];
#pragma hpf processors P(2)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
void elsewhere(double *x, int n);
void work(void)
{
    int i = 0;
again:
    a[i] = 1;
    if (++i < N) goto again;
    p = a;
    p = &a[3];
    p = q;
    elsewhere(a, N);
    elsewhere(&a[1], N);
    elsewhere(q, N);
}
