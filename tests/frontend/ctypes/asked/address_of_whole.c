#include "../arrays.h"
/* Not known: a pointer to the whole array. */
static int m[3] = {1, 2, 3}, (*all)[3] = &m;
int main(void)
{
    (*all)[1] = 6;
    for (int i = 0; i < m[1]; i++)
        a[i] += 1;
    return 0;
}
