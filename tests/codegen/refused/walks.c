/* Loops that count by pointers, and pointers of which something is not known. */
#include <stdio.h>
#define N 16
#pragma hpf processors P(4)
static double a[N], b[N], rows[N][N];
#pragma hpf distribute a(block) onto P
#pragma hpf align b(i) with a(i)
#pragma hpf align rows(i,j) with a(j)

static void fill(double *p)
{
    for (int i = 0; i < N; i++) {
        *p = i;
        if (i % 3)
            p++;
    }
}

/* Of a row a processor has a part only. */
static void set(double *row, int n)
{
    for (int j = 0; j < n; j++)
        *row++ = j;
}

int main(void)
{
    double *p;
    for (int i = 0; i < N; i++)
        set(rows[i], N);
    int k;
    for (p = a, k = 0; p < a + N; p++, k++)
        *p = 1;
    fill(b);
    double s = 0;
    for (int i = 0; i < N; i++)
        s += a[i] + b[i] + rows[0][i];
    printf("%g\n", s);
    return 0;
}
