/* Pointers to structures that have mapped members: what is reached by a member of another name is
 * none of them. Functions that others call mention members, too. */
#include <stdlib.h>
#define N 8
struct grid {
    double u[N], w[N];
    int n;
};
struct other {
    double u[N];
};
static struct grid g, h;
static struct other o;
#pragma hpf processors P(2)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align g.u(i) with T(i)
#pragma hpf align h.u(i) with T(i)

static int order(const void *a, const void *b)
{
    h.u[0] += 1;
    return *(const int *)a - *(const int *)b;
}

int main(int argc, char **argv)
{
    int k[3] = {3, 1, 2};
    struct grid *p = argc > 1 ? &g : &h;
    struct other *q = &o;
    double *into = &p->w[0];
    p->n = argc;
    p->w[0] = 1;
    p->u[1] = 2;
    q->u[1] = 3;
    into[2] = 5;
    qsort(k, 3, sizeof *k, order);
    return g.w[1] > 0;
}
