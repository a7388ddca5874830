/* Elements that an innermost loop writes in one of its iterations, or may, or need not read: each
 * iteration looks at memory. Values are whole numbers below 10007, so that sums are exact. */

#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 20
#endif

double a[N][N], b[N][N], x[N];
int next[N][N];
double *flat;

#pragma hpf processors P(4)
#pragma hpf template T(N, N)
#pragma hpf distribute T(block, *) onto P
#pragma hpf template L(N)
#pragma hpf distribute L(cyclic) onto P
#pragma hpf template F(N, N)
#pragma hpf distribute F(cyclic, *) onto P
#pragma hpf align (i,j) with T(i,j) :: a, b, next
#pragma hpf align (i) with L(i) :: x
#pragma hpf dimension(N,N), align(i,j) with F(i,j) :: flat

static double small(double v)
{
    long n = (long)v % 10007;
    return n;
}

/* The element is the one that is assigned in one iteration: the first, one in the middle, the last.
 */
static void itself(int k)
{
    int i, j;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            a[i][j] += 2 * a[i][0] - 1;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            a[i][j] -= a[i][k] + 1;
    for (i = 0; i < N; i++)
        for (j = N - 1; j >= 0; j -= 3)
            b[i][j] += b[i][N - 4] + 1;
    for (i = 0; i < N; i++)
        for (j = k; j <= N - 1; j++)
            b[i][j] += b[i][k + 1] + 1;
}

/* It is one row's own, which the row of the loop may be. */
static void row(int k)
{
    int i, j;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            a[k][j] += a[k][i];
}

/* The array has two names in the function: one array, or two. */
static void add(double u[N][N], double v[N][N], int k)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            u[i][j] += v[i][k] + 1;
}

/* A part of it has. */
static void along(double *u, const double *v, int k)
{
    for (int j = 0; j < N; j++)
        u[j] += v[k] + 1;
}

static void rows(int k)
{
    for (int i = 0; i < N; i++)
        along(b[i], b[i], k);
}

static void flat_rows(int k)
{
    for (int i = 0; i < N; i++) {
        double *own = flat + i * N;
        for (int j = 0; j < N; j++)
            flat[i * N + j] += own[k] + 1;
    }
    for (int i = 0; i < N; i++)
        for (int j = k; j < N; j++)
            flat[i * N + j] -= flat[i * N + k] + 2;
    for (int i = 0; i < N; i++)
        for (int j = k + 1; j < N; j++)
            flat[i * N + j] -= flat[i * N + k];
}

/* What says which element it is, changes, or has that value only in the loop. */
static void index_moves(int k)
{
    int i, j, m = k;
    for (i = 0; i < N; i++) {
        m = k;
        for (j = 0; j < N; j++) {
            a[i][j] += b[i][m] + 1;
            m = (m + 1) % N;
        }
        for (j = 0; j < N; j++) {
            int k = j % 3;
            a[i][j] += 2 * b[i][k];
        }
        for (j = 0; j < N; j++) {
            const int c = k;
            a[i][j] += b[i][c];
        }
        for (j = 0; j < N; j++) {
            m = k - 1;
            a[i][j] -= b[i][m];
        }
        for (j = 0; j < N; j++)
            a[i][j] += b[i][next[i][j]];
    }
}

/* It is not read in each iteration, and is none of the array's where it is not. */
static void perhaps(int k, int far)
{
    int i, j;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            a[i][j] += far < N ? b[i][far] : 1;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            b[i][j] += k < N && (far >= N || a[i][far] > 3);
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            if (far < N)
                a[i][j] += b[i][far];
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            if (far >= N + (j > k))
                continue;
            a[i][j] += b[i][far];
        }
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            if (j == k)
                b[i][k + 1] += 5;
            else
                b[i][k] -= b[i][j];
            a[i][j] -= b[i][k + 1] - b[i][k];
        }
}

/* An iteration of the loop after which there is no other. */
static void left(int k, int far)
{
    int i, j;
    for (i = 0; i < 3; i++) {
        for (j = 0; j < N; j++) {
            if (j + far > N)
                break;
            a[k][j] += x[far];
        }
    }
}

/* A function assigns it. */
static void grow(int i, int k)
{
    b[i][k] += 1;
}

/* Sums and extreme values, in which compilers keep it themselves; a function; a vector. */
static void others(int k)
{
    int i, j;
    double s = 0, least = 1e9;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            s += a[i][k];
            b[i][j] = small(b[i][j] + b[i][k]);
        }
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            if (a[i][j] - a[i][k] < least)
                least = a[i][j] - a[i][k];
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            grow(i, k);
            a[i][j] += b[i][k];
        }
    for (i = 0; i < N; i++)
        x[i] += x[k] + 1;
    for (i = N - 1; i >= k; i--)
        x[i] += x[k] + i;
    printf("%.0f %.0f\n", s, least);
}

static void check(const char *what)
{
    double sums[5] = {0};
    int i, j;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            a[i][j] = (long)a[i][j] % 10007;
            b[i][j] = (long)b[i][j] % 10007;
            flat[i * N + j] = (long)flat[i * N + j] % 10007;
        }
    for (i = 0; i < N; i++)
        x[i] = (long)x[i] % 10007;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            sums[0] += (i + 1) * (j + 2) * a[i][j];
            sums[1] += (i + 2) * (j + 1) * b[i][j];
            sums[2] += (i + 1) * (j + 3) * flat[i * N + j];
            sums[3] += (i + 3) * (j + 1) * next[i][j];
        }
    for (i = 0; i < N; i++)
        sums[4] += (i + 1) * x[i];
    printf("%s", what);
    for (i = 0; i < 5; i++)
        printf(" %.0f", sums[i]);
    printf("\n");
}

int main(void)
{
    int i, j;
    flat = malloc(N * N * sizeof *flat);
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            a[i][j] = (i + 2 * j) % 4;
            b[i][j] = (3 * i + j) % 5;
            flat[i * N + j] = (i * j) % 7;
            next[i][j] = (i + j) % N;
        }
    for (i = 0; i < N; i++)
        x[i] = i % 4 - 1;
    itself(3);
    check("itself");
    row(2);
    check("row");
    add(a, b, 4);
    add(a, a, 4);
    add(b, b, 0);
    check("add");
    rows(3);
    check("rows");
    flat_rows(5);
    check("flat");
    index_moves(6);
    check("index");
    perhaps(4, 1 << 24);
    perhaps(4, 6);
    left(4, 1 << 24);
    left(4, N / 2);
    check("perhaps");
    others(2);
    check("others");
    free(flat);
    return 0;
}
