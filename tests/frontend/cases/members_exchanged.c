/* Pointers to structures that are exchanged, and one of these is named in another way after that. */
#include <stdlib.h>
#define N 12
struct field { int n; double *u; };
#pragma hpf processors p(3)
#pragma hpf template t(N)
#pragma hpf distribute t(block) onto p
#pragma hpf dimension(N), align(i) with t(i) :: field.u

static void step(struct field *to, const struct field *from)
{
    for (int i = 1; i < N; i++)
        to->u[i] = from->u[i - 1];
}

/* These are, and nothing else is done with them but to free them. */
static void apart(void)
{
    struct field a = {N, malloc(N * sizeof *a.u)}, b = {N, malloc(N * sizeof *b.u)}, *now = &a, *next = &b;
    for (int k = 0; k < 3; k++) {
        step(next, now);
        struct field *t = now;
        now = next;
        next = t;
    }
    free(a.u);
    free(b.u);
}

int main(void)
{
    struct field c, d, *old = &c, *new = &d, *kept;
    c.u = malloc(N * sizeof *c.u);
    d.u = malloc(N * sizeof *d.u);
    for (int k = 0; k < 3; k++) {
        old->u[k] = new->u[k];
        kept = old;
        old = new;
        new = kept;
    }
    apart();
    return c.u[0] > 0; /* which of the two it has been */
}
