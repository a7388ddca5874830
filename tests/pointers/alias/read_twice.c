/* A pointer that branches set is read in a loop that is not along the arrays, too. */
#ifndef ONE
#define ONE (argc > 1 ? a : b)
#endif
#define N 64
static double a[N], b[N], c[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align (i) with T(i) :: a, b, c

int main(int argc, char **argv)
{
    double *p = a, *q = 0, sum = 0;
    p = ONE;
    q = ONE;
    for (int i = 0; i < N - 1; i++)
        c[i] = p[i + 1] - 2 * q[i];
    for (int i = 0; i < N; i++)
        sum += q[i];
    c[0] = sum + p[N - 1];
    return 0;
}
