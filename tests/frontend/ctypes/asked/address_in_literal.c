#include "../arrays.h"
/* Not known: a pointer in a compound literal. */
static int m[3] = {1, 2, 3};
static int **at = (int *[]){m};
int main(void)
{
    at[0][1] = 7;
    for (int i = 0; i < m[1]; i++)
        a[i] += 1;
    return 0;
}
