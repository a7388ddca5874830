#include "../arrays.h"
int main(void)
{
    int k = 3;
    int v[k];
    k = 9;
    int n = (int)(sizeof v / sizeof(int)); /* 3 */
    (void)v;
    for (int i = 0; i < n; i++)
        a[i] = i;
    return 0;
}
