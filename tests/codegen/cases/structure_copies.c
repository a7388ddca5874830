/* Rows of structures of numbers, which a leaf copies whole: no address is in what it copies. */
#include <math.h>
#include <stdio.h>
#ifndef N
#define N 12
#endif
typedef struct {
    double re, im;
} cell;
enum side { LEFT, RIGHT };
typedef struct {
    cell of[2];
    enum side side;
} both;
static cell a[N][N], b[N][N];
static both c[N][N];
#pragma hpf processors P(*)
#pragma hpf distribute a(block, *) onto P
#pragma hpf align b(i, j) with a(i, j)
#pragma hpf align c(i, j) with a(i, j)

static void transform(cell *x, int n)
{
    cell y[N];
    for (int k = 0; k < n; k++) {
        y[k].re = y[k].im = 0;
        for (int j = 0; j < n; j++) {
            double w = -6.283185307179586 * j * k / n;
            y[k].re += x[j].re * cos(w) - x[j].im * sin(w);
            y[k].im += x[j].re * sin(w) + x[j].im * cos(w);
        }
    }
    for (int k = 0; k < n; k++)
        x[k] = y[k];
}

static void turn(both *x, int n)
{
    for (int k = 0; k < n; k++) {
        both old = x[k];
        x[k].of[0] = old.of[1];
        x[k].of[1] = old.of[0];
        x[k].side = old.side == LEFT ? RIGHT : LEFT;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j].re = (i * 3 + j * 5) % 7;
            a[i][j].im = 0;
            c[i][j].of[0].re = i;
            c[i][j].of[1].re = j;
            c[i][j].of[0].im = c[i][j].of[1].im = 1;
            c[i][j].side = i % 2 ? LEFT : RIGHT;
        }
    for (int i = 0; i < N; i++)
        transform(a[i], N);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            b[i][j] = a[j][i];
    for (int i = 0; i < N; i++) {
        transform(b[i], N);
        turn(c[i], N);
    }
    double e = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            e += b[i][j].re * b[i][j].re + b[i][j].im * b[i][j].im +
                 c[i][j].of[0].re * (c[i][j].side == LEFT ? 3 : 5) + c[i][j].of[1].re;
    printf("%.6f %.6f %.6f\n", e, b[0][0].re, b[3][1].re);
    return 0;
}
