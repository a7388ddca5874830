/* Two elements, of which an integer tells which is the one at hand; it goes from 0 to 1 and back. */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 64
#endif
#define M 48

#pragma hpf processors P(4)

struct field {
    int rows;
    double *u;
};
#pragma hpf dimension(N,M), distribute(block,*) onto P :: field.u

static void set_up(struct field *f)
{
    f->rows = N;
    f->u = malloc(N * M * sizeof *f->u);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            f->u[i * M + j] = (i * 7 + j * 3) % 11;
}

static void sweep(struct field *to, const struct field *from)
{
    for (int i = 1; i < from->rows - 1; i++)
        for (int j = 1; j < M - 1; j++)
            to->u[i * M + j] = 0.25 * (from->u[(i - 1) * M + j] + from->u[(i + 1) * M + j] +
                                       from->u[i * M + j - 1] + from->u[i * M + j + 1]);
}

static double weigh(const struct field *f)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += f->u[i * M + j] * (1 + (i + 3 * j) % 5);
    return s;
}

int main(void)
{
    struct field f[2];
    int now = 0;

    for (int k = 0; k < 2; k++)
        set_up(&f[k]);
#pragma fpredict region work
    for (int t = 0; t < 10; t++) {
        int next = 1 - now;
        struct field *to = &f[next], *from = &f[now];
        sweep(to, from);
        now = next;
    }
    printf("%.10g %.10g\n", weigh(&f[now]), weigh(&f[!now]));
    return 0;
}
