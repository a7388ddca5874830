/* Arrays of structures of which it is not known everywhere which element is meant. */
#include <stdlib.h>

#define N 16
#pragma hpf processors P(2)

struct past { double *u; } past[2];
struct turn { double *u; } turn[2];
struct last { double *u; } last[2];
struct open { double *u; } open[2];
#pragma hpf distribute(block) onto P :: past.u, turn.u, last.u, open.u

static int l;

static void fill(double *u)
{
    for (int i = 0; i < N; i++)
        u[i] += 1;
}

static void skip(void)
{
    if (l == 0)
        l++;
}

int main(int argc, char **argv)
{
    for (int k = 0; k < 2; k++) {
        struct past *next = &past[k + 1]; /* one past the end, which is executed */
        past[k].u = calloc(N, sizeof(double));
        if (k == 0)
            next->u = NULL;
    }
    for (l = 0; l < 2; l++) { /* a variable that functions change */
        skip();
        turn[l].u = calloc(N, sizeof(double));
    }
    for (int k = 0; k < 2; k++) {
        static int calls; /* one for both */
        last[k].u = calloc(N, sizeof(double));
        calls++;
    }
    int steps = atoi(argv[argc - 1]);
    for (int t = 0; t < steps; t++) /* more iterations than elements */
        fill(open[t % 2].u);
    return 0;
}
