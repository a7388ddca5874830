#include "../arrays.h"
static volatile int n = 30;
int main(void)
{
    for (int i = 0; i < n; i++)
        a[i] = i;
    return 0;
}
