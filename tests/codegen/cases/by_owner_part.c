/* A vector in cycles over a part of the nodes, which lies by owners: each element is asked for by all, also by the nodes
 * outside the part, to which the owners come in another order; and by those inside it. */
#include <stdio.h>

#ifndef N
#define N 46
#endif

#pragma xmp nodes p(5)
#pragma xmp nodes q(3)=p(2:4)
#pragma xmp template s(0:N-1)
#pragma xmp distribute s(cyclic) onto q

static double b[N], c[N], own[N];
#pragma xmp align b[i] with s(i)
#pragma xmp align c[i] with s(i)

int main(void)
{
    double s = 0, x;
    int i, k;

#pragma xmp loop on s(i)
    for (i = 0; i < N; i++) {
        b[i] = 2 * i + 1;
        c[i] = i % 7;
    }
    for (k = 0; k < N; k++) {
#pragma xmp gmove
        x = b[(k * 7) % N];
        s += x * (k + 1);
    }
    for (k = N - 1; k >= 0; k--) {
#pragma xmp gmove
        x = c[(k * 5 + 2) % N];
        s -= x * (k % 4);
    }
#ifdef PLAIN_C
    for (k = 0; k < N; k++)
        own[k] = b[k];
#else
#pragma xmp gmove
    own[0:N] = b[0:N];
#endif
    for (k = 0; k < N; k++)
        s += own[k] * (k % 9);
    printf("%.1f\n", s);
    return 0;
}
