#include "../arrays.h"
/* Not known: a pointer changes the variable between its copy and the difference. */
int main(void)
{
    int n = 4, *p = &n;
    int before = n;
    *p = 9;
    int more = n - before;
    for (int i = 0; i < more; i++)
        a[i] += 1;
    return 0;
}
