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
/* By hand. a[i] is computed on i / 10 and lives on i mod 4; these are equal for 3, 2,
 * 2 and 3 of each ten. 30 floats; each sends to all three others. */
/* moves: 12 messages, 120 bytes */
