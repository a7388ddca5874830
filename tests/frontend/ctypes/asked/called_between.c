#include "../arrays.h"
#include <stdlib.h>
/* Not known: a call gives the variable another value between two loops. */
static int n;
static void read_next(const char *text)
{
    n = atoi(text);
}
int main(int argc, char **argv)
{
    read_next(argv[1]);
    for (int i = 0; i < n; i++)
        a[i] += 1;
    read_next(argv[2]);
    for (int i = 0; i < n; i++)
        a[i] += 1;
    return 0;
}
