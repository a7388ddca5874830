/* What is read has been written as another member. */
#include "../arrays.h"

union both { int n; float x; };

int main(void)
{
    union both u;
    u.n = 5;
    u.x = 3e-45f; /* 2 */
    for (int i = 0; i < u.n; i++)
        a[0] += 1;
    return 0;
}
