double a[131072];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P

static void upto(unsigned n)
{
    for (unsigned i = 0; i < n - 1; i++)
        a[i] = i;
}

int main(void)
{
    int n = 20;
    upto(n);
    a[0] = n * n;
    for (int i = 0; i < n * n / 100000; i++)
        a[i] = i;
    return 0;
}
