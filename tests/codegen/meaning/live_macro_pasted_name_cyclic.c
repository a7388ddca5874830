/* The name of a scalar that a divided loop assigns is pasted together where it is read. */
#include <stdio.h>

#ifndef N
#define N 25
#endif
#define CAT(x, y) x##y
#define STR(x) #x

static int a[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(cyclic(3)) onto P
#pragma hpf align a(i) with T(i)

int main(void)
{
    int temp = 1, te = 2, mp = 3, i, sum = 0;

    for (i = 0; i < N; i++) {
        CAT(te, mp) = 7 * i + te;
        a[i] = temp % 13 + mp;
    }
    printf("%s is %d, %s is %d\n", STR(temp), CAT(te, mp), STR(i), CAT(i, ));
    for (i = 0; i < N; i++)
        sum += a[i] * a[i];
    printf("sum %d te %d mp %d a %d %d\n", sum, te, mp, a[4], a[N - 1]);
    return 0;
}
