double a[64];
#pragma hpf processors P(4)
#pragma hpf template T(64)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)

/* -1 / 4 is 0, and rounded down -1. */
static void from(int m)
{
    for (int i = m / 4; i < 8; i++)
        a[i + 1] = i;
}

int main(void)
{
    int n = 8;
    from(n - 4);
    return 0;
}
