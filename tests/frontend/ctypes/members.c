/* Members of structures: as their initialisers say, or the only assignment, where nothing else can
 * change them. */
#include "arrays.h"

struct range {
    int lo, hi;
};

struct size {
    int n, m;
    double h;
    struct range r;
    short s;
    unsigned char b;
};

static struct size given = {5, 7, 0.5, {2, 9}, 3, 4};
static struct size made;
static const struct size levels[3] = {{16, 1}, {.n = 8, .m = 2}, {4, 4}};

static void by_address(const struct size *p)
{
    for (int i = 0; i < p->n; i++)
        a[0] += 1; /* count: 5 */
}

static void by_value(struct size q)
{
    for (int i = q.r.lo; i < q.r.hi; i++)
        a[0] += 1; /* count: 7 */
}

int main(void)
{
    made.m = 6;
    by_address(&given);
    by_value(given);
    for (int i = 0; i < made.m; i++)
        a[0] += 1; /* count: 6 */
    for (int l = 0; l < 3; l++)
        for (int i = 0; i < levels[l].n; i += levels[l].m)
            a[0] += 1; /* count: 21 */
    const struct size named = {.b = 300, .n = sizeof(int), .r = {.hi = 3}};
    for (int i = named.r.lo; i < named.r.hi; i++)
        a[0] += 1; /* count: 3 */
    for (int i = 0; i < named.b + named.n; i++)
        a[0] += 1; /* count: 48 */
    struct size outer = {2}, *p = &outer;
    {
        struct size outer = {-3};
        for (int i = outer.n; i < outer.m; i++)
            a[0] += 1; /* count: 3 */
    }
    for (int i = 0; i < p->n; i++)
        a[0] += 1; /* count: 2 */
    switch (given.s) {
    case 3:
        a[0] += 1; /* count: 1 */
        break;
    default:
        a[0] += 1; /* count: 0 */
    }
    return 0;
}
