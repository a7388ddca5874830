/* What intrinsic functions send is inferred in XcalableMP programs too. */
#include <hpf.h>
#define N 64
double a[N], b[N], s;
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i] with t[i]
int main(void)
{
    cshift(b, a, N, -1);
    s = sum(b, N);
    return 0;
}
