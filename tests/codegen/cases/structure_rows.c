/* Rows of structures of numbers, which one function gets of two arrays; these are transposed into each other as wholes. */
#include <stdio.h>

#ifndef N
#define N 16
#endif

typedef struct {
    double re, im;
} complex_number;

#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,*) onto P
complex_number a[N][N], b[N][N];
#pragma hpf align (i,j) with T(i,j) :: a, b

static complex_number times(complex_number x, complex_number y)
{
    complex_number z = {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
    return z;
}

static void transform(complex_number *row, int n)
{
    complex_number sum[N];
    for (int k = 0; k < n; k++) {
        sum[k].re = sum[k].im = 0;
        for (int j = 0; j < n; j++) {
            sum[k].re += row[j].re * ((j * k) % 3) - row[j].im * ((j + k) % 2);
            sum[k].im += row[j].re * ((j + 2 * k) % 3) + row[j].im;
        }
    }
    for (int k = 0; k < n; k++)
        row[k] = sum[k];
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j].re = (i * 3 + j * 5) % 7;
            a[i][j].im = (i + j) % 2;
        }
    for (int i = 0; i < N; i++)
        transform(a[i], N);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            b[i][j] = a[j][i];
    for (int i = 0; i < N; i++)
        transform(b[i], N);
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            s += (b[i][j].re - b[i][j].im) * (1 + (i + 2 * j) % 3);
    complex_number c = times(b[3][1], b[1][2]);
    printf("%.9g %.9g %.9g\n", s, c.re, c.im);
    return 0;
}
