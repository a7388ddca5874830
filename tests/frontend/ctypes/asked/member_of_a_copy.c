#include "../arrays.h"
#include <stdlib.h>
/* Not known: the whole structure is assigned once more. */
struct size {
    int n, m;
};

int main(int argc, char **argv)
{
    struct size g = {5, 7}, h;
    h.n = atoi(argv[1]);
    if (argc > 2)
        g = h;
    for (int i = 0; i < g.n; i++)
        a[i] += 1;
    return 0;
}
