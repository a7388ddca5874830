/* One node, which is its own other image: elements and sections, read and written. The status is how many elements are wrong.
 * (Open MPI 4.1 has no windows for one process.) */
#include <stdio.h>
#include <xmp.h>

#pragma xmp nodes p[1]

double u[8], v[8][4];
#pragma xmp coarray u : [*]
#pragma xmp coarray v : [*]

int main(void)
{
    double w[8];
    int wrong = 0;

    for (int i = 0; i < 8; i++) {
        u[i] = i;
        w[i] = 0;
        for (int j = 0; j < 4; j++)
            v[i][j] = 10 * i + j;
    }
    xmp_sync_all(NULL);
    u[3]:[0] = 33;
    w[0] = u[3]:[0];
    u[4:4]:[0] = u[0:4];
    w[1:3] = u[5:3]:[0];
    v[1:3][0:2]:[0] = v[5:3][2:2];
    xmp_sync_all(NULL);

    const double right_u[8] = {0, 1, 2, 33, 0, 1, 2, 33}, right_w[8] = {33, 1, 2, 33};
    for (int i = 0; i < 8; i++) {
        wrong += u[i] != right_u[i];
        wrong += w[i] != right_w[i];
        for (int j = 0; j < 4; j++) {
            const int is_set = i >= 1 && i < 4 && j < 2;
            wrong += v[i][j] != (is_set ? 10 * (i + 4) + j + 2 : 10 * i + j);
        }
    }
    printf("%d wrong\n", wrong);
    return wrong;
}
