/* Arrays that are named as a whole, or in part, and not by their elements. */
#include <stdio.h>
#include <string.h>
#define N 16
double a[N], m[N][N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf align m(i,*) with a(i)

static double whole(double x[N])
{
    double s = 0;
    for (int i = 0; i < N; i++)
        s += x[i];
    return s;
}

static void swap(double *x, double *y)
{
    double t = *x;
    *x = *y;
    *y = t;
}

static int hidden(int a)
{
    a = a + 1;
    return a;
}
#define ROW m[2]
int main(void)
{
    double s = whole(a);
    memset(a, 0, sizeof a);
    swap(&a[1], &a[2]);
    s += whole(m[3]);
    s += sizeof ROW;
    if (memcmp(a, m, 2) < 0)
        s += a[2];
    printf("%g %d\n", s, hidden(3));
    return 0;
}
