/* Three elements of pointers, of which the integer tells two more. */
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

static void sweep(struct field *to, const struct field *from, const struct field *older)
{
    for (int i = 1; i < from->rows - 1; i++)
        for (int j = 1; j < M - 1; j++)
            to->u[i * M + j] = 0.25 * (from->u[(i - 1) * M + j] + older->u[(i + 1) * M + j] +
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
    struct field *f[3];
    int now;

    for (int k = 0; k < 3; k++) {
        f[k] = malloc(sizeof *f[k]);
        set_up(f[k]);
    }
    now = 1;
#pragma fpredict region work
    for (int t = 0; t < 12; t++) {
        sweep(f[(now + 1) % 3], f[now], f[(now + 2) % 3]);
        now = (now + 1) % 3;
    }
    printf("%.10g\n", weigh(f[now]));
    return 0;
}
