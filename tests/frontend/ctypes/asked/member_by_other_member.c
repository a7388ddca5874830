#include "../arrays.h"
#include <stdlib.h>
/* Not known: a pointer leads to one of its members. */
struct size {
    int n, m;
};

int main(int argc, char **argv)
{
    struct size g = {5, 7};
    int *p = argc > 1 ? &g.n : &g.m;
    *p = atoi(argv[1]);
    for (int i = 0; i < g.n; i++)
        a[i] += 1;
    return 0;
}
