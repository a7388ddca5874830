#include "../arrays.h"
#include <stdlib.h>
/* Not known: one of the array's elements is changed, nobody says which. */
struct size {
    int n, m;
};

int main(int argc, char **argv)
{
    struct size g[2] = {{5, 7}, {6, 8}};
    g[atoi(argv[1])].n = 3;
    for (int i = 0; i < g[1].n; i++)
        a[i] += 1;
    return 0;
}
