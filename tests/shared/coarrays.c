/* Accesses to other images, on 4: each reads 1 + 3 elements of the next one, and writes 6. */
#include <stdio.h>
#include <xmp.h>
#pragma xmp nodes p[4]
double row[8]:[*], field[4][6]:[*];

int main(void)
{
    int me = xmp_node_num() - 1, next = (me + 1) % 4;
    double own[8] = {0};
    for (int k = 0; k < 8; k++)
        row[k] = 10 * me + k;
    xmp_sync_all(NULL);
    double far = row[3]:[next];
    own[0:3] = row[0:3:2]:[next];
    xmp_sync_all(NULL);
    field[0][:]:[next] = far;
    row[1]:[me] = 1; /* its own: no access */
    xmp_sync_all(NULL);
    return !(far == 10 * next + 3 && own[2] == 10 * next + 4 && field[0][5] == 10 * me + 3);
}
