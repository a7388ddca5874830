/* A scalar that one loop carries from iteration to iteration, and another one sets where only
 * some processors are. The plan makes an array beside it in the former, for everybody to get
 * its last value; of the latter nobody gets it. */

#include <stdio.h>

#define N 40
static double a[N], b[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(cyclic) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

int main(void)
{
    int i;
    double t = 2;

    for (i = 0; i < N; i++) {
        a[i] = i;
        t = 3 * i; /* of the last iteration's processor alone */
    }
    for (i = 0; i < N; i++) {
        b[i] = t + 1; /* carried: fine */
        t = b[i] / 2 + a[i];
    }
    printf("%g\n", t);
    return 0;
}
