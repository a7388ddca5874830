#include "../arrays.h"
int n = 30;
extern int m __asm__("n");
int main(void)
{
    m = 6;
    for (int i = 0; i < n; i++)
        a[i] = i;
    return 0;
}
