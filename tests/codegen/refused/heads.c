/* Loops that are divided, and whose heads say more, or less, than where they go. */
#include <stdio.h>
#define N 16
double a[N], b[N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf align b(i) with a(i)

int main(void)
{
    int i, k;
    for (k = a[3], i = 2; i < N; i++)
        a[i] = 1;
    for (i = N; i--;)
        a[i] += 2;
    for (i = 0; i < N;) {
        b[i] = a[i];
        i++;
    }
    i = 3;
    while (i < N) {
        b[i] = 2;
        i += 2;
    }
    for (unsigned char c = 0; c < N; c++)
        a[c] = b[c];
    printf("%d %g\n", k, a[3] + b[3]);
    return 0;
}
