#include "../arrays.h"
#include <stdlib.h>
/* Not known: two values, one of them by its copy. */
int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    for (int i = 0; i < n; i++)
        a[i] += 1;
    n = atoi(argv[2]);
    int last = n;
    for (int i = 0; i < last; i++)
        a[i] += 1;
    return 0;
}
