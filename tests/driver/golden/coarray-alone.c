/* A coarray needs no directive: of 3 images, the first puts one value and gets another one. */
#include <xmp.h>
int x:[*], y;
int main(void)
{
    if (xmpc_this_image() == 0) {
        xmp_atomic_define(x:[1], 5);
        xmp_atomic_ref(&y, x:[2]);
    }
    xmp_sync_all(0);
    return 0;
}
