/* A value that does not fit. */
#include "../arrays.h"

struct narrow { unsigned n : 2; };

int main(void)
{
    struct narrow u;
    u.n = 6; /* 2 */
    for (int i = 0; i < u.n; i++)
        a[0] += 1;
    return 0;
}
