/* Not known: main sets the array once more after the call. */
#include "../arrays.h"

static int m[3];

static void f(int l)
{
    for (int i = 0; i < m[l]; i++)
        a[i] += 1;
}

int main(void)
{
    m[0] = 5;
    f(0);
    m[0] = 9;
    f(0);
    return 0;
}
