/* Processor 0 works first, then both swap a double, then processor 1 works. */
static double a[2], b[2];

#pragma hpf processors P(2)
#pragma hpf template T(2)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

int main(void)
{
    int i, k;
    for (i = 0; i < 2; i++)
        for (k = 0; k < 1000 * (1 - i); k++)
            a[i] = a[i] + 1.0;
    for (i = 0; i < 2; i++)
        b[i] = a[1 - i];
    for (i = 0; i < 2; i++)
        for (k = 0; k < 2000 * i; k++)
            b[i] = b[i] + 1.0;
    return 0;
}
