/* The operator of the pragma, for a variable. */
#include "../arrays.h"
_Pragma("weak n") int n = 30;
int main(void)
{
    for (int i = 0; i < n; i++)
        a[i] = i;
    return 0;
}
