/* Sums, products and counts with terms at two levels of a nest in two dimensions: what an outer loop adds is
 * added by all along the axis that an inner one divides, and counts once. */
#include <stdio.h>
#ifndef N
#define N 8
#endif

#pragma hpf processors P(2,2)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,block) onto P
static double a[N][N], b[N][N];
static int v[N];
#pragma hpf align a(i,j) with T(i,j)
#pragma hpf align b(i,j) with T(i,j)
#pragma hpf align v(i) with T(i,0)

struct sums {
    double total;
    int count;
};

static double norm(double x[N][N])
{
    double s = 3;
    for (int i = 0; i < N; i++) {
        s += x[i][0] * x[i][0] + x[i][N - 1] * x[i][N - 1];
        for (int j = 1; j < N - 1; j++)
            s += 2 * x[i][j] * x[i][j];
    }
    return s;
}

static double after(double x[N][N])
{
    double s = 7;
    for (int j = 0; j < N; j++) {
        s += 0.5;
        for (int i = 0; i < N; i++)
            s += x[i][j];
        s += x[2][j];
        for (int i = 1; i < N; i++)
            s += 2 * x[i][j];
    }
    return s;
}

static int counted(void)
{
    int n = 2;
    for (int i = 0; i < N; i++) {
        if (v[i] > 2)
            n++;
        else
            for (int j = 0; j < N; j++)
                n += a[i][j] > i;
        n += 10;
    }
    return n;
}

static double product(void)
{
    double p = 4;
    for (int i = 0; i < N; i++) {
        p *= 1 + (v[i] & 1);
        for (int j = 0; j < N; j++)
            p *= a[i][j] > 2 ? 1 : 1.5;
    }
    return p;
}

static double half(double x)
{
    return x / 2;
}

static double called(void)
{
    double q = 1;
    for (int i = 0; i < N; i++) {
        q += half(a[i][2]);
        for (int j = 0; j < N; j++)
            q += b[i][j];
    }
    return q;
}

static int left_early(void)
{
    int n = 1, steps = 2;
    for (int i = 0; i < N; i++) {
        for (int e = 0; e < 3; e++) {
            steps += e;
            if (v[i] % 3 == e) {
                n += 5;
                break;
            }
        }
        for (int j = 0; j < N; j++)
            n += a[i][j] > 1;
    }
    return n * 1000 + steps;
}

static int by_clause(void)
{
    int n = 9;
#pragma hpf independent, reduction(+:n)
    for (int i = 0; i < N; i++) {
        n += v[i];
        for (int j = 0; j < N; j++)
            n += a[i][j] > 1;
    }
    return n;
}

static void of_row(double sum[2])
{
    for (int i = 0; i < N; i++) {
        sum[1] += b[i][1];
        for (int j = 0; j < N; j++) {
            sum[0] += a[i][j];
            sum[1] += b[i][j];
        }
    }
}

int main(void)
{
    struct sums s = {0.5, 1};
    double h = 5, largest = -1, pair[2] = {1, 2};
    for (int i = 0; i < N; i++) {
        v[i] = i;
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 3 + j) % 5;
            b[i][j] = i + 0.5 * j;
        }
    }
    for (int i = 0; i < N; i++) {
        h += a[i][0];
        for (int j = 0; j < N; j++)
            h += a[i][j];
    }
    for (int i = 0; i < N; i++) {
        s.total += b[i][1];
        s.count++;
        for (int j = 0; j < N; j++) {
            s.total += b[i][j];
            s.count++;
        }
    }
    for (int i = 0; i < N; i++) {
        if (v[i] * 4 > largest)
            largest = v[i] * 4;
        for (int j = 0; j < N; j++)
            if (b[i][j] > largest)
                largest = b[i][j];
    }
    of_row(pair);
    printf("%g %g %d %g %g %g\n", h, s.total, s.count, largest, pair[0], pair[1]);
    printf("%g %g %g %d %d %g\n", norm(a), norm(b), after(b), counted(), by_clause(), product());
    printf("%g %d\n", called(), left_early());
    return 0;
}
