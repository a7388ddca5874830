#include <xmp.h>
#pragma xmp nodes p[4]
#pragma xmp template t[16]
#pragma xmp distribute t[block] onto p
double (*a);
#pragma xmp align a[i] with t[i]

int main(void)
{
    a = xmp_malloc(xmp_desc_of(a), 16);
#pragma xmp loop on t[i]
    for (int i = 0; i < 16; i++)
        a[i] = i;
    return 0;
}
