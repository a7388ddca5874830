#include <xmp.h>
#pragma xmp nodes p[2]
#pragma xmp template t[8]
#pragma xmp distribute t[block] onto p
double a[8], b[8];
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i] with t[i]
#pragma xmp shadow b[1]

static double sum(const double *part)
{
    return part[0] + part[1];
}

int main(void)
{
    double here = sum(a), there;
    there = sum(b);
    if (sum(a) > here + there)
        return 1;
    return sum(a) > 0;
}
