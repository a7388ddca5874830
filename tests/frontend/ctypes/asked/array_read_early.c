/* Not known: a function looks at the array before and after main sets it. */
#include "../arrays.h"

static int m[3];

static void f(int l)
{
    for (int i = 0; i < m[l]; i++)
        a[i] += 1;
}

int main(void)
{
    f(0);
    m[0] = 5;
    f(0);
    return 0;
}
