/* The step changes, or the index moves twice. */
#include "arrays.h"

static int count;

/* i is 0, 2, 6, 14, 30, 62, 126. */
static void doubled_step(void)
{
    int step = 1;
    for (int i = 0; i < 200; i += step) {
        a[i] = i; /* count: 7 */
        step *= 2;
    }
}

/* Multiplied, and moved by something else, too, in the head: 1, 3, 7, 15, 31, 63 and so on. */
static void moved_twice(int n)
{
    for (int i = 1; i < n; i *= 2, i++)
        count++; /* count: 6 */
    for (int i = 1; i < n; i++, i *= 2)
        count++; /* count: 6 */
    for (int i = 3; i < n; --i, i *= 2)
        count++; /* count: 7 */
    for (int i = 2; i < n; i *= 3, i -= 1)
        count++; /* count: 4 */
    for (int i = n; i > 0; i /= 2, i -= 1)
        count++; /* count: 6 */
    for (int i = n; i > 1; i >>= 1, i /= 2)
        count++; /* count: 3 */
    for (int i = 1; i < n; i = i * 2 + 1)
        count++; /* count: 6 */
}

/* Multiplied in the head, and moved where it is tested. */
static void moved_by_the_test(int n)
{
    for (int i = 1; i++ < n; i *= 2)
        count++; /* count: 6 */
    for (int i = n; i-- > 1; i /= 2)
        count++; /* count: 6 */
    for (int i = 1; i < n && ++i < n; i *= 2)
        count++; /* count: 6 */
}

int main(void)
{
    doubled_step();
    moved_twice(100);
    moved_by_the_test(100);
    return 0;
}
