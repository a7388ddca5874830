#include <xmp.h>
#pragma xmp nodes p[4]
#pragma xmp template t[16]
#pragma xmp distribute t[block] onto p
double a[16];
#pragma xmp align a[i] with t[i]

int main(void)
{
    int there = xmp_test_async(3);
#pragma xmp loop on t[i]
    for (int i = 0; i < 16; i++)
        a[i] = there;
    return 0;
}
