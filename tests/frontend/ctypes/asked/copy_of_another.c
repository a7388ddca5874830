#include "../arrays.h"
#include <stdlib.h>
/* Not known: the copy has the value before, and no parameter stands for both. */
int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
    int before = n;
    n = atoi(argv[2]);
    for (int i = 0; i < before; i++)
        a[i] += 1;
    return 0;
}
