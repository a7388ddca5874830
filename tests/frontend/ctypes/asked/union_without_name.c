/* What is read has been written as another member. */
#include "../arrays.h"

struct tagged { int kind; union { int n; float x; }; };

int main(void)
{
    struct tagged u;
    u.n = 5;
    u.x = 3e-45f; /* 2 */
    for (int i = 0; i < u.n; i++)
        a[0] += 1;
    return 0;
}
