/* A structure on the heap, in it one by value and one by a pointer; passed and returned by value, too. */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 64
#endif
#define M 48

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P

struct size {
    int rows, columns;
};
struct grid {
    struct size size;
    double **rows;
};
typedef struct {
    struct size size;
    double (*rows)[M];
} result;
typedef struct {
    struct grid grid;
    result *to;
    int sweeps;
} solver;
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: grid.rows
#pragma hpf align(i,j) with T(i,j) :: result.rows

static result make_result(int rows, int columns)
{
    result r;
    r.size.rows = rows;
    r.size.columns = columns;
    r.rows = calloc(rows, sizeof *r.rows);
    if (!r.rows)
        exit(1);
    return r;
}

static solver *make_solver(int rows, int columns, result *to)
{
    solver *s = malloc(sizeof *s);
    s->grid.size.rows = rows;
    s->grid.size.columns = columns;
    s->grid.rows = malloc(rows * sizeof *s->grid.rows);
    for (int i = 0; i < rows; i++)
        s->grid.rows[i] = malloc(columns * sizeof **s->grid.rows);
    s->to = to;
    s->sweeps = 0;
    return s;
}

static void fill(struct grid g)
{
    for (int i = 0; i < g.size.rows; i++)
        for (int j = 0; j < g.size.columns; j++)
            g.rows[i][j] = (i * 7 + j * 3) % 11;
}

static void sweep(solver *s)
{
    const struct grid *g = &s->grid;
    for (int i = 1; i < g->size.rows - 1; i++)
        for (int j = 1; j < g->size.columns - 1; j++)
            s->to->rows[i][j] = 0.25 * (g->rows[i - 1][j] + g->rows[i + 1][j] + g->rows[i][j - 1] +
                                        g->rows[i][j + 1]);
    for (int i = 1; i < g->size.rows - 1; i++)
        for (int j = 1; j < (*g).size.columns - 1; j++)
            g->rows[i][j] = s->to->rows[i][j];
}

static double weigh(const result r)
{
    double s = 0;
    for (int i = 0; i < r.size.rows; i++)
        for (int j = 0; j < r.size.columns; j++)
            s += r.rows[i][j] * (1 + (i + 3 * j) % 5);
    return s;
}

int main(void)
{
    result to = make_result(N, M);
    solver *s = make_solver(N, M, &to);
    fill(s->grid);
#pragma fpredict region work
    for (int t = 0; t < 10; t++)
        sweep(s);
    printf("%.10g\n", weigh(to));
    for (int i = 0; i < N; i++)
        free(s->grid.rows[i]);
    free(s->grid.rows);
    free(to.rows);
    free(s);
    return 0;
}
