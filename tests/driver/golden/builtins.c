/* Names of builtin functions have types that libclang does not show. */
#include <math.h>
double a[64], b[64];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
int main(void)
{
    for (int i = 0; i < 64; i++)
        a[i] = isnan(b[i]) ? INFINITY : (__builtin_fabs)(b[i]);
    return __builtin_expect(a[0] > 0, 1);
}
