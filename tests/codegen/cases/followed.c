/* Pointers into arrays: rows of flat arrays and of those with rows, in functions, too; elements that
 * are structures; members that are pointers, exchanged in a function; what malloc returns by way of
 * a function. */
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 12
#endif
#define M (N + 3)
#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P

struct cell {
    double x, y;
    int kind;
};
struct field {
    int n;
    double *old, *now, *next;
};

static double grid[N][M];
static struct cell cells[N][M], others[N][M];
static struct field f;
#pragma hpf align grid(i,j) with T(i,j)
#pragma hpf align cells(i,j) with T(i,j)
#pragma hpf align others(i,j) with T(i,j)
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: f.old, f.now, f.next

static void *get(size_t count, size_t size)
{
    void *p = malloc(count * size);
    if (!p)
        exit(1);
    return p;
}

static void add_rows(double *to, const double *from)
{
    for (int i = 1; i < N - 1; i++) {
        const double *above = from + (i - 1) * M, *below = &from[(i + 1) * M];
        double *row = to + i * M;
        for (int j = 1; j < M - 1; j++)
            row[j] += above[j] + below[j + 1] - row[j - 1] * 0;
    }
}

static void advance(void)
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < M - 1; j++)
            f.next[i * M + j] = 2 * f.now[i * M + j] - f.old[i * M + j] +
                                0.1 * (f.now[(i - 1) * M + j] + f.now[(i + 1) * M + j]);
    double *first = f.old;
    f.old = f.now;
    f.now = f.next;
    f.next = first;
}

int main(void)
{
    double (*whole)[N][M] = (double (*)[N][M])get(N * M, sizeof(double));
    double *u = get(N * M, sizeof *u), *v = malloc(N * M * sizeof *v), *row, s = 0;
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: u, v
#pragma hpf align whole(i,j) with T(i,j)
    f.old = malloc(N * M * sizeof(double));
    f.now = get(N * M, sizeof(double));
    f.next = malloc(N * M * sizeof(double));
    if (!whole || !u || v == NULL || !f.old || !f.now || f.next == NULL)
        return 1;
    for (int i = 0; i < N; i++) {
        double *of_u = u + i * M;
        row = v + i * M;
        for (int j = 0; j < M; j++) {
            struct cell *c = &cells[i][j];
            of_u[j] = (i * 5 + j * 3) % 13;
            row[j] = i - j;
            c->x = i;
            c->y = j;
            c->kind = (i + j) % 3;
            others[i][j].x = 0;
            (*whole)[i][j] = grid[i][j] = i + 2 * j;
            f.old[i * M + j] = f.now[i * M + j] = f.next[i * M + j] = (i + 2 * j) % 7;
        }
    }
    add_rows(v, u);
    for (int i = 1; i < N - 1; i++) {
        const double *above = grid[i - 1];
        for (int j = 1; j < M - 1; j++) {
            const struct cell *c = &cells[i + 1][j];
            struct cell *to = &others[i][j];
            to->x = c->x * c->kind + above[j];
            to->y = cells[i - 1][j].y;
        }
    }
    for (int k = 0; k < 4; k++)
        advance();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += v[i * M + j] * (1 + (i + 3 * j) % 5) + others[i][j].x + others[i][j].y * (*whole)[i][j];
    printf("%.10g\n", s);
    s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += f.now[i * M + j] * (1 + (i + 3 * j) % 5) + f.old[i * M + j];
    printf("%.10g\n", s);
    free(f.old);
    free(whole);
    return 0;
}
