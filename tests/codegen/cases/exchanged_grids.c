/* Pointers to structures that are exchanged: of the file by a function, now and then, formals, on the heap by a macro. */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 64
#endif
#define M 48
#define SWAP(type, x, y)                                                                                               \
    do {                                                                                                               \
        type kept_ = x;                                                                                                \
        x = y;                                                                                                         \
        y = kept_;                                                                                                     \
    } while (0)

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P

typedef struct grid {
    int rows, columns, sweeps;
    double *u, *f;
} grid;
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: grid.u, grid.f

static grid a, b, *now = &a, *then = &b;

static void set_up(grid *g, int rows, int columns, int first)
{
    g->rows = rows;
    g->columns = columns;
    g->sweeps = 0;
    g->u = malloc((size_t)rows * columns * sizeof *g->u);
    g->f = malloc((size_t)rows * columns * sizeof *g->f);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            g->u[i * columns + j] = first + (i * 7 + j * 3) % 11;
            g->f[i * columns + j] = first * (i + 2 * j) % 5;
        }
}

static void sweep(grid *to, const grid *from)
{
    int w = from->columns;
    for (int i = 1; i < from->rows - 1; i++)
        for (int j = 1; j < from->columns - 1; j++)
            to->u[i * w + j] = from->f[i * w + j] + 0.25 * (from->u[(i - 1) * w + j] + from->u[(i + 1) * w + j] +
                                                            from->u[i * w + j - 1] + from->u[i * w + j + 1]);
    to->sweeps++;
}

static double weigh(const grid *g)
{
    double s = 0;
    for (int i = 0; i < g->rows; i++)
        for (int j = 0; j < g->columns; j++)
            s += g->u[i * g->columns + j] * (1 + (i + 3 * j) % 5) + g->f[i * g->columns + j];
    return s;
}

static void swap(grid **x, grid **y)
{
    grid *kept = *x;
    *x = *y;
    *y = kept;
}

static void step(int t)
{
    sweep(then, now);
    if (t % 3 != 1)
        swap(&now, &then);
}

static void run(grid *old, grid *new, int times)
{
    grid *t;
    for (int k = 0; k < times; k++) {
        sweep(new, old);
        old->u[3 * M + 2] += k;
        t = old;
        old = new;
        new = t;
    }
    printf("%.6f %.6f %d %d\n", weigh(old), weigh(new), old->sweeps, new->sweeps);
}

static grid *new_grid(int first)
{
    grid *g = malloc(sizeof *g);
    set_up(g, N, M, first);
    return g;
}

int main(void)
{
    set_up(&a, N, M, 1);
    set_up(&b, N, M, 2);
    for (int t = 0; t < 7; t++)
        step(t);
    printf("%.6f %.6f %d %d\n", weigh(now), weigh(then), now->sweeps, then->sweeps);
    grid c, d;
    set_up(&c, N, M, 3);
    set_up(&d, N, M, 4);
    run(&c, &d, 5);
    grid *left = new_grid(5), *right = new_grid(6);
    double most = 0;
    do {
        sweep(right, left);
        SWAP(grid *, left, right);
        most = weigh(left);
    } while (left->sweeps + right->sweeps < 3);
    printf("%.6f %.6f %.6f\n", weigh(left), weigh(right), most);
    free(a.u);
    free(b.u);
    return 0;
}
