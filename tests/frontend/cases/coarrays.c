/* Elements and sections of other images: which one, how many, and which are apart in memory. By hand:
 * line 13 puts 5, one run; 14 puts 2 elements of row 1, two apart; 15 gets 2 rows of 3, apart;
 * 16 gets one of each of two, of the next image round the ring; 17 puts one value to 4; 18 is
 * a barrier, 19 a post and a wait; 20 lists two images: a post to each, and a wait for each. */
#include <xmp.h>
#pragma xmp nodes p[4]
double a[4][8]:[*], v[16];
int n:[*], sides[2] = {1, 3};
#pragma xmp coarray v : [*]

static void pass(int me)
{
    v[0:5]:[1] = a[2][3:5];
    a[1][0:2:2]:[0] = v[4:2];
    a[0:2][0:3] = a[2:2][5:3]:[3];
    v[0] = v[1]:[(me + 1) % 4] + n:[(me + 1) % 4];
    a[3][0:4]:[2] = v[0] * 2;
    xmp_sync_all(0);
    xmp_sync_image(3 - me, 0);
    xmp_sync_images(2, sides, 0);
}

int main(void)
{
    pass(xmpc_this_image());
    return 0;
}
