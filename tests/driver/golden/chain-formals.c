#define N 64
static double a[N], b[N], c[N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf distribute b(cyclic) onto P
#pragma hpf distribute c(cyclic) onto P

/* Whose x[i] is has y[i] only where both are distributed alike. */
static void spread(double x[N], double y[N], double z[N])
{
    for (int i = 0; i < N; i++)
        x[i] = y[i] = z[i];
}

int main(void)
{
#ifdef ALIKE
    spread(b, c, b);
#else
    spread(a, b, c);
#endif
    return 0;
}
