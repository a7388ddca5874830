/* b[N] and b[-1] are outside for every N; the strided loop stays inside for an
 * even N, and the guarded reference is the program's own care. */
#define N 64
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)
double a[N], b[N];
void sweep(void)
{
    for (int i = 0; i < N; i++)
        a[i] = b[i+1];
    for (int i = N - 1; i >= 0; i--)
        a[i] = b[i-1];
    for (int i = 0; i < N; i += 2)
        a[i] = b[i+1];
    for (int i = 0; i < N; i++)
        if (i > 0)
            a[i] = b[i-1];
}
/* no proof: subscripts leave their arrays */
