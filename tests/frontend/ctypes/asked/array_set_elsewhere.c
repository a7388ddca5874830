/* Not known: another function sets an element, too. */
#include "../arrays.h"

static int m[3];

static void f(int l)
{
    for (int i = 0; i < m[l]; i++)
        a[i] += 1;
}

static void g(void)
{
    m[1] = 3;
}

int main(void)
{
    m[0] = 5;
    m[1] = 7;
    g();
    f(1);
    return 0;
}
