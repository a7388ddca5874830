/* Members by pointers to structures that are not known: each is said where the member is named, and only there. */
#include <stdlib.h>
#define N 12
struct field { int n; double *u; };
#pragma hpf processors p(3)
#pragma hpf template t(N)
#pragma hpf distribute t(block) onto p
#pragma hpf dimension(N), align(i) with t(i) :: field.u
static struct field *shown;
static void *hidden;

/* One structure for each call: they are told apart. */
static void set(struct field *f)
{
    f->u[0] = 1;
}

/* Never called. */
static void unused(struct field *f)
{
    f->u[1] = 2;
}

/* A copy that the function changes. */
static double changed(struct field f)
{
    f.n = 1;
    return f.u[0];
}

int main(void)
{
    struct field a, b, *either = &a, *other;
    a.u = malloc(N * sizeof *a.u);
    b.u = malloc(N * sizeof *b.u);
    set(&a);
    set(&b);
    for (int k = 0; k < 2; k++) {
        either->u[k] = 3; /* a's, and then b's */
        either = &b;
    }
    for (int k = 0; k < 2; k++)
        other = malloc(sizeof *other); /* several */
    other->u = NULL;
    struct field *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    for (int k = 0; k < 2; k++)
        (k ? first : second)->u[0] = 6; /* one of two on the heap */
    hidden = &b;
    shown = hidden;
    shown->u[0] = 5; /* by another type */
    b = a;
    return changed(a) > 0;
}
