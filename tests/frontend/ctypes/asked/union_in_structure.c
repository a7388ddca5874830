/* What is read has been written as another member. */
#include "../arrays.h"

struct tagged { int kind; union { int n; float x; } as; };

int main(void)
{
    struct tagged u;
    u.as.n = 5;
    u.as.x = 3e-45f; /* 2 */
    for (int i = 0; i < u.as.n; i++)
        a[0] += 1;
    return 0;
}
