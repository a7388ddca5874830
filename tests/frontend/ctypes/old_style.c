/* A function that is defined in the old style converts what it is given; a function is called by
 * its name, whatever stands around that. */
#include "arrays.h"

static int narrow(n)
unsigned char n;
{
    return n;
}

static int assigned(k, n)
double k;
short n;
{
    for (int i = 0; i < n; i++)
        a[i] = k; /* count: 24 */
    return n + 1;
}

/* assigned: 4 + 5 + 6 + 2 + 7 = 24 */
int main(void)
{
    int n = narrow(260); /* 260 - 256 = 4 */
    for (int i = 0; i < n; i++)
        a[i] = i; /* count: 4 */
    for (int i = 0; i < narrow(-250); i++)
        a[i] = i; /* count: 6 */
    assigned(1.0, 4);
    assigned(1.0, 65536 + 5);
    assigned(1.0, narrow(262) + 65536); /* 6 */
    assigned(1.0, 4294967296L + 2);
    n = (*assigned)(1.0, 65543) - (&narrow)(256 + 5); /* 7: 8 - 5 */
    for (int i = 0; i < n; i++)
        a[i] = i; /* count: 3 */
    return 0;
}
