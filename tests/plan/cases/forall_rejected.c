int printf(const char *, ...);
#define N 64
double a[N], b[N], m[N][N], total;
#pragma hpf distribute a(block)
#pragma hpf align b(i) with a(i)

static double count(double x)
{
    total += x;
    return x;
}

static double show(double x)
{
    printf("%g\n", x);
    return x;
}

static void clear(double row[N])
{
    for (int i = 0; i < N; i++)
        row[i] = 0;
}

static double both(double x)
{
    return count(x) + 1;
}

int main(void)
{
    double t;
#pragma hpf forall
    for (int i = 0; i < N; i++) {
        t = b[i];
        a[i] = t;
    }
#pragma hpf forall
    for (int i = 0; i < N; i++) {
        a[i] = b[i];
        printf("%d\n", i);
    }
#pragma hpf forall
    for (int i = 0; i < N; i++) {
        a[i] = 0;
        for (int j = 0; j < N; j++)
            a[i] += m[i][j];
    }
#pragma hpf forall
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i] = m[i][j];
#pragma hpf forall
    for (int i = 0; i < N; i++)
        a[i] = both(b[i]);
    a[:] = show(b[:]);
#pragma hpf forall
    for (int i = 0; i < N; i++) {
        clear(a);
        b[i] = 0;
    }
    return 0;
}
