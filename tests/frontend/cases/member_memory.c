/* Members of structures on the heap that a function sets which is called once, after a loop up to one of them. calloc has made
 * `zeroed[0].n` 0, so that it is 0 in the first loop up to it and 40 in the second, and neither has a count. malloc has not:
 * `unset[0].n` is 40 wherever it may be read; as is `early[0].n`, of calloc, which nothing looks at before it is set. */
#include <stdlib.h>

#define N 64
struct level {
    int n;
    double *u;
};
#pragma hpf processors P(4)
#pragma hpf dimension(64), distribute(block) onto P :: level.u
static struct level *zeroed, *unset, *early;

static void set_zeroed(int n)
{
    zeroed[0].n = n;
    zeroed[1].n = n / 2;
}

static void set_unset(int n)
{
    unset[0].n = n;
    unset[1].n = n / 2;
}

static void set_early(int n)
{
    early[0].n = n;
    early[1].n = n / 2;
}

int main(void)
{
    zeroed = calloc(2, sizeof *zeroed);
    unset = malloc(2 * sizeof *unset);
    early = calloc(2, sizeof *early);
    set_early(40);
    zeroed[0].u = calloc(N, sizeof(double));
    unset[0].u = calloc(N, sizeof(double));
    early[0].u = calloc(N, sizeof(double));
    for (int i = 0; i < zeroed[0].n; i++)
        zeroed[0].u[i] += 1;
    for (int i = 0; i < unset[0].n; i++)
        unset[0].u[i] += 1;
    set_zeroed(40);
    set_unset(40);
    for (int i = 0; i < zeroed[0].n; i++)
        zeroed[0].u[i] += 2;
    for (int i = 0; i < unset[0].n; i++)
        unset[0].u[i] += 2;
    for (int i = 0; i < early[0].n; i++)
        early[0].u[i] += 2;
    return 0;
}
