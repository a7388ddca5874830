/* A jump out of loops to a label before what all images execute; loops that count with elements of
 * an array. The status is how much is wrong. */
#include <stdio.h>
#include <xmp.h>
#pragma xmp nodes p[4]
int x[8]:[*], found:[*];

int main(void)
{
    int start[2], me = xmpc_this_image();
    for (int i = 0; i < 8; i++)
        x[i] = 10 * me + i;
    xmp_sync_all(NULL);
    for (start[0] = 0; start[0] < 4; start[0]++)
        for (start[1] = 0; start[1] < 8; start[1]++) {
            int far = x[start[1]]:[start[0]];
            found++;
            if (far == 10 * me + 3)
                goto end;
        }
end:
    xmp_sync_all(NULL);
    /* Image i looks at 8 elements of each image before it, and at 4 of its own. */
    int wrong = 0;
    for (int i = 0; i < 4; i++)
        wrong += found:[i] != 8 * i + 4;
    return wrong;
}
