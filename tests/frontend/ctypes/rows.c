/* Small arrays of several dimensions, and what malloc gives, hold sizes that loops compute. */
#include <stdlib.h>

#include "arrays.h"

static int *halves, *counts;

static int of(int k)
{
    return counts[k];
}

int main(void)
{
    int shape[3][4], wide[40][5], left = 100, parts = 5, i, j;

    shape[2][3] = 5;
    for (i = 0; i < shape[2][3]; i++)
        a[0] += 1; /* count: 5 */
    for (i = 0; i < 3; i++)
        for (j = 0; j < 4; j++)
            shape[i][j] = i * j + 1;
    for (i = 0; i < shape[2][3]; i++)
        a[0] += 1; /* count: 7 */
    shape[1][2] += 10;
    for (i = 0; i < shape[1][2] + shape[1][1]; i++)
        a[0] += 1; /* count: 15 */
    wide[39][4] = shape[2][1];
    wide[39][3] = 20;
    for (i = 0; i < wide[39][4]; i++)
        a[0] += 1; /* count: 3 */

    halves = malloc(sizeof(int) * (size_t)parts);
    for (i = 0; i < parts - 1; i++) {
        halves[i] = left / 2;
        left -= halves[i];
    }
    halves[parts - 1] = left;
    for (i = 0; i < halves[2]; i++)
        a[0] += 1; /* count: 12 */
    for (i = 0; i < halves[parts - 1]; i++)
        a[0] += 1; /* count: 7 */

    unsigned few[2];
    few[0] = 3;
    few[1] = few[0] - 1;
    for (unsigned k = 0; k < few[1]; k++)
        a[0] += 1; /* count: 2 */

    counts = (int *)calloc(3, sizeof *counts);
    counts[1] = 4;
    for (i = 0; i < counts[1] + counts[2]; i++)
        a[0] += 1; /* count: 4 */
    a[1] += of(1);
    free(counts);
    free(halves);
    return 0;
}
