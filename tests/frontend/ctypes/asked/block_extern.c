#include "../arrays.h"
int n = 30;
static void shrink(void)
{
    n = 6;
}
int main(void)
{
    int n = 7;
    shrink();
    {
        extern int n;
        for (int i = 0; i < n; i++)
            a[i] = i;
    }
    return n;
}
