/* Tests of a sum of the variable say what tests of the variable say; a sum that may wrap round does
 * not. */
double a[100], b[100];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P

void tests(void)
{
    for (int len = 2; len <= 50; len++)
        for (int i = 0; i + len <= 100; i++) /* 0 … 100 - len */
            a[i] = b[i];
    for (int i = 3; 90 >= 4 + i - 1; i++) /* 3 … 87 */
        a[i] = 1;
    for (int i = 99; i - 5 > 0; i--) /* 99 … 6 */
        a[i] = 2;
    for (unsigned i = 5; i - 5 < 90; i++)
        b[i] = 3;
}
