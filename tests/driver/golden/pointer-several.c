#define N 64
#ifndef IN_MAIN
double a[N], c[N], b[N];
#pragma hpf processors G(4)
#pragma hpf distribute a(block) onto G
#pragma hpf align (i) with a(i) :: b, c
#endif
static double last(const double *p, int n)
{
    double s = 0;
    for (int k = 0; k < n; k++) {
        s += *p;
        p--;
    }
    return s;
}
static void inner(double *to, const double *q)
{
    for (int i = 1; i < N; i++)
        to[i] = q[i - 1];
}
static void outer(double *to, const double *q)
{
    inner(to, q);
}
int main(int argc, char **argv)
{
#ifdef IN_MAIN
    double a[N], c[N], b[N];
#pragma hpf processors G(4)
#pragma hpf distribute a(block) onto G
#pragma hpf align (i) with a(i) :: b, c
#endif
    for (int i = 0; i < N; i++)
        a[i] = c[i] = b[i] = i;
    double *p = argc > 1 ? a : c;
#if CASE == 1
    outer(b, p);
#elif CASE == 2
    double *q = p + N - 1;
    return last(q, 60) > 0;
#else
    double *q = p + 1;
    for (int i = 0; i < N - 1; i++)
        b[i] = q[i];
#endif
    return 0;
}
