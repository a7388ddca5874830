/* Computed where b is, and sent to a's owners afterwards. */
#define N 40
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align b(i) with T(i)
#pragma hpf distribute a(cyclic) onto P
float a[N], b[N];
void spread(void)
{
#pragma hpf independent, on home(b(i))
    for (int i = 0; i < N; i++)
        a[i] = 2 * b[i];
}
