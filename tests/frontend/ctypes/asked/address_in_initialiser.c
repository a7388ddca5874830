#include "../arrays.h"
/* Not known: what an initialiser at file scope makes of the array's address. */
static int m[3] = {1, 2, 3};
static struct {
    int *p;
} s[2] = {{0}, {&m[1]}};
int main(void)
{
    *s[1].p = 7;
    for (int i = 0; i < m[1]; i++)
        a[i] += 1;
    return 0;
}
