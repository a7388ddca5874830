#include "../arrays.h"
static int n;
int main(void)
{
    for (int i = 0; i < n; i++)
        a[i] = i;
    n = 30;
    return 0;
}
