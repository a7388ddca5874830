/* What libclang shows little of, and arguments that no formal takes. */
#include <stdarg.h>
double a[64];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
static double last(int n, ...)
{
    va_list list;
    va_start(list, n);
    double value = va_arg(list, double);
    va_end(list);
    return value;
}
int main(void)
{
    unsigned _BitInt(7) small = 3;
    for (int i = 0; i < 64; i++)
        a[i] = last(1, 2.0) + small;
    return 0;
}
