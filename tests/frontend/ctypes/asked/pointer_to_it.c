#include "../arrays.h"
static int n = 30, *pointer = &n;
int main(void)
{
    *pointer = 6;
    for (int i = 0; i < n; i++)
        a[i] = i;
    return 0;
}
