/* What a temporary holds until all is read is not assigned through an index. */
#include <stdio.h>
#define N 64
double a[N], b[N];
int at[N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf align b(i) with a(i)

int main(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = 2 * i;
        at[i] = N - 1 - i;
    }
#pragma hpf forall
    for (int i = 0; i < N; i++)
        a[at[i]] = a[i] + b[i];
    printf("%g\n", a[3]);
    return 0;
}
