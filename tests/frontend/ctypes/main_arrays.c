/* Arrays of the file that main alone sets, as functions find them. */
#include "arrays.h"

static int size[4], first[4];
static int step[2] = {1, 2};
static int n = 4;

static void level(int l)
{
    for (int i = first[l]; i < first[l] + size[l]; i++)
        a[i] += 1; /* count: 30 */
}

static void stepped(void)
{
    for (int i = 0; i < 12; i += step[1])
        a[i] += 1; /* count: 4 */
}

static void last(void)
{
    level(3);
    for (int i = 0; i < size[3]; i++)
        a[i] += 1; /* count: 2 */
}

int main(void)
{
    size[0] = 4 * n;
    n = 100;
    for (int l = 1; l < 4; l++) {
        size[l] = size[l - 1] / 2;
        first[l] = first[l - 1] + size[l - 1];
    }
    step[1] += step[0];
    for (int i = 0; i < size[1]; i++)
        a[i] += 1; /* count: 8 */
    for (int l = 0; l < 3; l++)
        level(l);
    last();
    stepped();
    return 0;
}
