/* Parts of distributed arrays that functions get by pointers, called in conditions: of `if`, `else if`, `switch`,
 * loops and `?:`, beside `&&` and `||`, and among other calls. */
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 12
#endif
#define M 5
struct body {
    double x, y;
};
static struct body q[N];
static double u[N][M];
static double *flat;
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align (i) with T(i) :: q
#pragma hpf align (i, *) with T(i) :: u
#pragma hpf dimension(N,M), align(i,*) with T(i) :: flat

static double size(const struct body *a)
{
    return a->x + a->y;
}

static double sum(const double *x, int n)
{
    double s = 0;
    for (int j = 0; j < n; j++)
        s += x[j];
    return s;
}

static int is_big(const double *x, int n)
{
    double most = 0;
    for (int j = 0; j < n; j++)
        most = x[j] > most ? x[j] : most;
    return most > n;
}

static int sums_of_bodies(void)
{
    int m = 0;
    for (int i = 0; i < N; i++) {
        struct body *b = &q[i];
        if (size(b) < 4)
            m++;
        if (b->x > N / 2)
            m += 3;
        else if (size(b) > 2)
            m += 10;
        if (i % 2 == 0 && size(b) > 5)
            m += 100;
        if (size(b) < 3 || !(size(b) < N - 2))
            m += 1000;
        b->y = b->x > 2 ? size(b) : 0.5;
        switch ((int)size(b) % 3) {
        case 0:
            m += 7;
            break;
        case 1:
            m += 11;
            break;
        default:
            m += 13;
        }
    }
    return m;
}

static int sums_of_rows(void)
{
    int m = 0;
    for (int i = 0; i < N; i++) {
        const double *row = u[i], *other = flat + i * M;
        if (sum(row, M) < 20)
            m++;
        if (is_big(other, M))
            m += 10;
        if (sum(row, M - 2) + sum(u[i], 3) > 25 && is_big(other, M - 1))
            m += 100;
        m += is_big(other, M) ? 1000 * (int)sum(row, M) : 2000 * is_big(other, 2);
        m += i > 3 && sum(row, M) > 30;
    }
    return m;
}

int main(void)
{
    flat = malloc(N * M * sizeof *flat);
    for (int i = 0; i < N; i++) {
        q[i].x = i;
        q[i].y = 1;
        for (int j = 0; j < M; j++) {
            u[i][j] = i + j;
            flat[i * M + j] = 2 * i - j;
        }
    }
    double most = 0;
    for (int i = 0; i < N; i++) {
        struct body *b = &q[i];
        if (size(b) > most)
            most = size(b);
    }
    int bodies = sums_of_bodies();
    int rows = sums_of_rows();
    double s = 0;
    for (int i = 0; i < N; i++)
        s += q[i].y * (i + 1);
    printf("%d %d %.9g %.9g\n", bodies, rows, s, most);
    return 0;
}
