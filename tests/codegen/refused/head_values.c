/* A divided loop begins where its head has just set a variable to, which has had other values. */
#include <stdio.h>
#define N 20
static double a[N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P

int main(void)
{
    int i, k = 3, m;
    m = k = 4;
    for (i = m; i < N; i++)
        a[i] += k;
    for (m = 4, i = m; i < N; i++)
        a[i] += k;
    m = (k = 4) + 1;
    printf("%d\n", m);
    return 0;
}
