/* What is divided is 0 or more, unless --set makes it less. */
#include "arrays.h"

static void upto(int n)
{
    for (int i = 0; i < n / 4; i++)
        a[i] = i;
}

int main(void)
{
    upto(N - 20);
    for (int i = 0; i < 8; i++)
        if ((i + N) % 4 == 1)
            a[i] = i;
    return 0;
}
