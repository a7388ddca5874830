/* What a function sets by a pointer is set, also where directives map members of other structures: c.n is 20 in
 * the loop, and not the 5 of its initialiser. d.n is set nowhere but there. */
#include <stdlib.h>
#define N 80
struct field {
    double *u;
};
struct size {
    int n;
};
#pragma hpf processors P(4)
#pragma hpf distribute (block) onto P :: field.u

static void set(struct size *s)
{
    s->n = 20;
}

int main(void)
{
    struct field *f = malloc(sizeof *f);
    struct size c = {5}, d = {6};
    f->u = malloc(N * sizeof(double));
    set(&c);
    for (int i = 0; i < c.n; i++)
        f->u[i] = i;
    for (int i = 0; i < d.n; i++)
        f->u[i] = i;
    return 0;
}
