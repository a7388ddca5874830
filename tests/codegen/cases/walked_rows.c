/* Functions that move pointers through rows: of one array and of two, of a flat one, of neighbours
 * and of single rows. */
#include <math.h>
#include <stdio.h>
#ifndef N
#define N 12
#endif
#define M 10
static double a[N][M], flat[N * M], r[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i, *) with T(i)
#pragma hpf align r(i) with T(i)
#pragma hpf dimension(N, M), align(i, *) with T(i)::flat
static double dot(const double *x, const double *y, int n)
{
    double s = 0;
    while (n--)
        s += *x++ * *y++;
    return s;
}
static void axpy(double *y, double f, const double *x, int n)
{
    for (const double *e = x + n; x < e;)
        *y++ += f * *x++;
}
static double peak(const double *x, int n)
{
    double m = 0;
    for (const double *e = x + n; x < e; x++)
        m = fmax(m, *x);
    return m;
}
int main(void)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            a[i][j] = (i * 7 + j * j) % 11;
            flat[i * M + j] = i - j;
        }
    for (int i = 0; i < N; i++)
        r[i] = dot(a[i], a[(i + 1) % N], M);
    for (int i = 0; i < N; i++)
        s += r[i] * i;
    for (int i = 1; i < N; i++)
        axpy(a[i], 0.5, a[0], M);
    for (int i = 0; i < N; i++)
        axpy(flat + i * M, 0.25, a[i], M);
    for (int i = 0; i < N; i++)
        r[i] = dot(&flat[i * M], a[i], M);
    for (int i = 0; i < N; i++)
        s += r[i] * (i + 1);
    axpy(a[2], 1.5, a[9], M);
    s += dot(a[2], a[7], M);
    for (int k = 0; k < N; k++) {
        double len = sqrt(dot(a[k], a[k], M));
        s += len;
    }
    for (int i = 0; i < N; i++)
        r[i] = peak(a[i], M);
    for (int i = 0; i < N; i++)
        s += r[i];
    printf("%.12g\n", s);
    return 0;
}
