#include "../arrays.h"
static int n = 30;
static struct { int kind, *at[2]; } table = {3, {0, &n}};
int main(void)
{
    *table.at[1] = 6;
    for (int i = 0; i < n; i++)
        a[i] = i;
    return 0;
}
