#include "../arrays.h"
/* Not known: the address of the structure is given away. */
struct size {
    int n;
};
void read_size(struct size *s);

int main(void)
{
    struct size g = {5};
    read_size(&g);
    for (int i = 0; i < g.n; i++)
        a[i] += 1;
    return 0;
}
