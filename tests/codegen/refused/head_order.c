/* What the head of a divided loop sets after its own variable, from it, or in the part that sets it. */
#define N 16
double a[N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P

int main(void)
{
    int i = 7, k = 3, m;
    for (i = 0, m = i + 5; i < N; i++)
        a[i] = m;
    for (i = k, k = 2; i < N; i++)
        a[i] += k;
    for (i = m = 2; i < N; i++)
        a[i] += m;
    for (m = 1, i = k++; i < N; i++)
        a[i] += m;
    return k;
}
