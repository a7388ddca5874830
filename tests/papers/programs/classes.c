/* The classes of units that the other programs have not: a loop whose end only a run tells, and a
 * condition with a communication in it. */
static double a[8], b[8], error = 1;
static int often = 1;

#pragma hpf processors P(2)
#pragma hpf template T(8)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

int main(void)
{
    int i, t;
#pragma fpredict trip(10)
    while (error > 1e-6)
        error = error * 0.5;
    for (t = 0; t < 4; t++) {
        for (i = 0; i < 8; i++)
            a[i] = a[i] + b[i];
        if (t == often)
            for (i = 1; i < 8; i++)
                b[i] = a[i - 1];
    }
    return 0;
}
