/* Another file's body may be called in place of this one. */
#include "../arrays.h"
__attribute__((weak)) int size(void)
{
    return 5;
}
int main(void)
{
    for (int i = 0; i < size(); i++)
        a[i] = i;
    return 0;
}
