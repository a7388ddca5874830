/* Scalars of other images, and locks. */
#include <xmp.h>
#pragma xmp nodes p[4]
xmp_lock_t lock:[*];
int x:[*];

int main(void)
{
    int y = 0;
    y = x:[1];
    return y ? 0 : y;
}
