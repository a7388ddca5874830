/* Copies of what changes later: each has the value that there was. */
#include "arrays.h"

static int shared = 5, later;

static void change(void)
{
    shared = 11;
}

static int difference(int x, int y)
{
    return x - y;
}

int main(void)
{
    for (int i = 0; i < later; i++)
        a[0] += 1; /* count: 0 */
    later = 30;
    int n = 5;
    int before = n;
    n = 9;
    const int more = n - before;
    for (int i = 0; i < more; i++)
        a[0] += 1; /* count: 4 */
    int passed = difference(n, before);
    for (int i = 0; i < passed; i++)
        a[0] += 1; /* count: 4 */
    int is_same = n == before;
    if (is_same)
        a[0] += 1; /* count: 0 */
    else
        a[0] += 1; /* count: 1 */

    int x = 3, y = 8, old = x;
    x = y;
    y = old;
    int swapped = x - old;
    for (int i = 0; i < swapped; i++)
        a[0] += 1; /* count: 5 */

    int low = 6, kept = low;
    if (kept > 3)
        low = 1;
    const int distance = kept - low;
    for (int i = 0; i < distance; i++)
        a[0] += 1; /* count: 5 */

    unsigned u = 5, v = u;
    u++;
    unsigned back = v - u;
    for (unsigned i = back; i != 3; i++)
        a[0] += 1; /* count: 4 */

    int first = shared;
    for (int i = 0; i < shared; i++)
        a[0] += 1; /* count: 5 */
    shared = 7;
    int second = shared;
    for (int i = first; i < second; i++)
        a[0] += 1; /* count: 2 */
    int changed = shared - first;
    for (int i = 0; i < changed; i++)
        a[0] += 1; /* count: 2 */
    change();

    int half = n / 2, twice = 2 * half - n;
    for (int i = twice; i < 0; i++)
        a[0] += 1; /* count: 1 */
    return 0;
}
