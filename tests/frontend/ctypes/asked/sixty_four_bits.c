#include <stddef.h>

#include "../arrays.h"
int main(void)
{
    size_t none = 0;
    for (size_t i = 0; i < none - 1; i++)
        a[i % N] = 1;
    return 0;
}
