#define N 16

#pragma hpf processors P(2)

static void fill(int n)
{
    double t[n];
#pragma hpf distribute t(block) onto P
#pragma hpf independent
    for (int i = 0; i < n; i++)
        t[i] = 1.0;
}

static void twice(int m)
{
    fill(m);
    fill(m);
}

int main(void)
{
    twice(N);
#ifdef OTHER
    fill(2 * N);
#endif
    return 0;
}
