/* Between two exchanges of halos an element of one of two arrays is set. */
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
    double *p = ONE;
    for (int t = 0; t < 10; t++) {
        for (int i = 1; i < N - 1; i++)
            c[i] = a[i - 1] + a[i + 1];
        p[t] = 3;
        for (int i = 1; i < N - 1; i++)
            c[i] += a[i - 1] + a[i + 1];
    }
    return 0;
}
