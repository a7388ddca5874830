/* Pointers to whole arrays as arguments, whole and by *a and a[0]; the addresses of declared arrays
 * and of rows; local pointers to them; exchanges. */
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 20
#endif
#define M (N + 3)
#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P
double (*a)[N][M], (*b)[N][M], c[N][M], d[N][M];
#pragma hpf align (i,j) with T(i,j) :: a, b, c, d
struct grids {
    double (*now)[N][M], (*next)[N][M];
} g;
#pragma hpf align(i,j) with T(i,j) :: g.now, g.next

#define NEXT(x, i, j) (x[0][i][j] + 1)

static void fill(double (*x)[N][M], int by)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            (*x)[i][j] = (i * by + j * 3) % 11;
}

static void smooth(double (*to)[N][M], double (*from)[N][M])
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < M - 1; j++)
            to[0][i][j] = 0.25 * ((*from)[i - 1][j] + from[0][i + 1][j] + (*from)[i][j - 1] + NEXT(from, i, j + 1));
}

static void smooth_both(double (*x)[N][M], double (*y)[N][M])
{
    smooth(x, y);
    smooth(y, x);
}

static double sum(double x[N][M])
{
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += x[i][j] * (1 + i % 5 - j % 3);
    return s;
}

static double sums(double (*x)[N][M])
{
    return sum(*x) - 2 * sum(x[0]);
}

/* One array by two names. */
static double product(double (*x)[N][M], double y[N][M])
{
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += (*x)[i][j] * y[i][j] * (i - j);
    return s;
}

/* And by three. */
static double product_of(double y[N][M], double (*x)[N][M])
{
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += (*x)[i][j] * y[i][j] + (*a)[i][j] - a[0][i][0];
    return s;
}

static double row(double (*x)[M])
{
    double s = 0;
    for (int j = 0; j < M; j++)
        s += (*x)[j] * (j + 1) + x[0][j];
    return s;
}

static void swap(double (**x)[N][M], double (**y)[N][M])
{
    double (*t)[N][M] = *x;
    *x = *y;
    *y = t;
}

static void exchange(void)
{
    double (*t)[N][M] = a;
    a = b;
    b = t;
}

static void step(void)
{
    smooth(g.next, g.now);
    for (int j = 0; j < M; j++)
        (*g.next)[0][j] = g.now[0][1][j];
    double (*t)[N][M] = g.now;
    g.now = g.next;
    g.next = t;
}

int main(void)
{
    double (*u)[N][M] = calloc(1, sizeof(double[N][M])), rows[N];
#pragma hpf align u(i,j) with T(i,j)
#pragma hpf align rows(i) with T(i,*)
    a = malloc(sizeof *a);
    b = malloc(sizeof(double[N][M]));
    if (!a || b == NULL)
        return 1;
    fill(a, 7);
    fill(b, 2);
    fill(&c, 5);
    fill(&d, 3);
    smooth_both(a, b);
    smooth_both(&c, &d);
    smooth(&c, a);
    printf("%.10g %.10g %.10g %.10g\n", sum(*a), sum(b[0]), sum(c), sums(&d));
    printf("%.10g %.10g %.10g\n", product(a, *b), product(a, a[0]), product(&c, c));
    printf("%.10g %.10g %.10g\n", product_of(*a, b), product_of(*a, a), product_of(d, &d));
    printf("%d %d %d\n", (int)sizeof *a, (int)sizeof a[0], (int)sizeof u[0]);
    u[0][3][2] = 5;
    printf("%.10g %.10g\n", u[0][3][2], NEXT(u, 3, 2));
    for (int t = 0; t < 7; t++) {
        double (*to)[N][M] = &c;
        for (int i = 1; i < N - 1; i++) {
            double (*at)[M] = &u[0][i];
            for (int j = 0; j < M; j++)
                (*to)[i][j] = (*a)[i - 1][j] * 0.5 + b[0][i + 1][j] * 0.25 - at[0][j];
        }
        if (t == 3)
            exchange();
        else
            swap(&a, &b);
        smooth(a, to);
    }
    printf("%.10g %.10g %.10g\n", sums(a), sums(b), sum(c));
    for (int i = 0; i < N; i++)
        rows[i] = row(&c[i]) + row(d + i) + row(&(*a)[i]) + row(&b[0][i]);
    double s = 0;
    for (int i = 0; i < N; i++)
        s += rows[i] * (i % 3);
    printf("%.10g\n", s);
    g.now = malloc(sizeof *g.now);
    g.next = malloc(sizeof *g.next);
    fill(g.now, 4);
    fill(g.next, 8);
    for (int t = 0; t < 3; t++)
        step();
    printf("%.10g %.10g\n", sum(*g.now), sum(g.next[0]));
    for (int i = 1; i < N; i++) {
        double *to = (*u)[i], *from = &b[0][i - 1][0];
        for (int j = 0; j < M; j++)
            to[j] -= from[j];
        for (int j = 0; j < M; j++)
            *to++ += *from++;
    }
    for (int i = 1; i < N; i++) {
        double *to = &u[0][i][0], *from = a[0][i - 1];
        for (int j = 0; j < M; j++)
            *to++ += *from++;
    }
    printf("%.10g\n", sum(*u));
    free(a);
    free(b);
    free(u);
    return 0;
}
