/* Memory that is asked for is there: tests of that are never taken, or always; other tests of
 * pointers, and of memory that may have been set since, half of the time. */
#include <stdio.h>
#include <stdlib.h>
#define N 40
static double *u, *v;
#pragma hpf processors P(4)
#pragma hpf distribute u(block) onto P
#pragma hpf align v(i) with u(i)

static int init(FILE *log)
{
    double *w;
    u = malloc(N * sizeof *u);
    v = malloc(N * sizeof *v);
    if (!u || v == NULL) /* never */
        return -1;
    if (!(w = malloc(N * sizeof *w))) /* never */
        return -2;
    if (u && v) /* always */
        w[0] = 1;
    if (!log) /* half: it is no memory */
        w[1] = 2;
    if (!w || w[1] > 0) /* half: it asks more */
        w[2] = 3;
    for (int i = 0; i < N; i++)
        u[i] = v[i] = i + w[0];
    free(w);
    return 0;
}

int main(void)
{
    return init(stdout);
}
