/* A line that is longer than a narrow terminal, and longer than a hundred columns wide, too. */
double a[64];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
int main(void)
{
    for (int i = 0; i < 64; i++)
        a[i] = 1.0 + 2.0 * i + 3.0 * i * i + 4.0 * i * i * i + 5.0 * i * i * i * i + 6.0 * i * i;
    return 0;
}
