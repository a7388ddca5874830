/* Pointers to two structures, members of another one, that a function exchanges by their addresses. */
#include <stdio.h>
#include <stdlib.h>

#define N 64
#define M 48

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P

struct grid {
    int rows, columns, steps;
    double *u, *f;
};
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: grid.u, grid.f

struct simulation {
    int steps;
    struct grid *now, *then;
};

static void swap(struct grid **x, struct grid **y)
{
    struct grid *t = *x;
    *x = *y;
    *y = t;
}

static void set_up(struct grid *g, int rows, int columns)
{
    g->rows = rows;
    g->columns = columns;
    g->steps = 0;
    g->u = malloc((size_t)rows * columns * sizeof *g->u);
    g->f = malloc((size_t)rows * columns * sizeof *g->f);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            g->u[i * columns + j] = (i * 7 + j * 3) % 11;
            g->f[i * columns + j] = (i + 2 * j) % 5;
        }
}

static void sweep(struct grid *to, const struct grid *from)
{
    int w = from->columns;
    for (int i = 1; i < from->rows - 1; i++)
        for (int j = 1; j < from->columns - 1; j++)
            to->u[i * w + j] = from->f[i * w + j] + 0.25 * (from->u[(i - 1) * w + j] + from->u[(i + 1) * w + j] +
                                                            from->u[i * w + j - 1] + from->u[i * w + j + 1]);
    to->steps++;
}

static double weigh(const struct grid *g)
{
    double s = 0;
    for (int i = 0; i < g->rows; i++)
        for (int j = 0; j < g->columns; j++)
            s += g->u[i * g->columns + j] * (1 + (i + 3 * j) % 5);
    return s;
}

int main(void)
{
    struct grid a, b;
    set_up(&a, N, M);
    set_up(&b, N, M);
    struct simulation s = {10, .then = &b};
    s.now = &a;
#pragma fpredict region work
    for (int k = 0; k < 10; k++) {
        sweep(s.then, s.now);
        swap(&s.now, &s.then);
    }
    printf("%.10g %.10g %d\n", weigh(s.now), weigh(s.then), s.now->steps);
    free(a.u);
    free(b.u);
    return 0;
}
