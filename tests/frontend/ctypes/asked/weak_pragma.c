/* `#pragma weak` says of a function what the attribute does; in a comment it says nothing. */
#include "../arrays.h"
#pragma weak size
int size(void)
{
    return 5;
}
/* #pragma weak kept */
int kept(void)
{
    return 3;
}
int main(void)
{
    for (int i = 0; i < kept(); i++)
        a[i] = i;
    for (int i = 0; i < size(); i++)
        a[i] = i;
    return 0;
}
