/* The call chooses one of two arrays. */
#ifndef ONE
#define ONE (argc > 1 ? a : b)
#endif
#define N 64
static double a[N], b[N], c[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align (i) with T(i) :: a, b, c

static void step(const double *p)
{
    for (int i = 1; i < N - 1; i++)
        c[i] = p[i - 1] + p[i + 1];
}

int main(int argc, char **argv)
{
    for (int t = 0; t < 10; t++) {
        step(ONE);
        for (int i = 1; i < N - 1; i++)
            a[i] = c[i];
    }
    return 0;
}
