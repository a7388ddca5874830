/* Pointers to structures that are exchanged: the structures exchange their arrays. A number in them is known where all have
 * the same. */
#include <stdlib.h>
#define N 12
struct field { int n, first; double *u; };
#pragma hpf processors p(3)
#pragma hpf template t(N)
#pragma hpf distribute t(block) onto p
#pragma hpf dimension(N), align(i) with t(i) :: field.u
static struct field a, b, *now = &a, *next = &b;

static void set_up(struct field *f, int first)
{
    f->n = N;
    f->first = first;
    f->u = malloc(N * sizeof *f->u);
}

static void exchange(struct field **x, struct field **y)
{
    struct field *kept = *x;
    *x = *y;
    *y = kept;
}

int main(void)
{
    set_up(&a, 1);
    set_up(&b, 2);
    for (int k = 0; k < 5; k++) {
        for (int i = 1; i < now->n; i++)
            next->u[i] = now->u[i - 1];
        if (k > 2)
            exchange(&now, &next);
    }
    int begin = now->first; /* 1 or 2 */
    for (int i = begin; i < next->n; i++)
        next->u[i] = i;
    free(a.u);
    free(b.u);
    return 0;
}
