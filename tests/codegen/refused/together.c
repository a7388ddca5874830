static double a[100], total;
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
static double b[100], c[100];
#pragma hpf align b(i) with a(i)

int main(void)
{
    for (int i = 0; i < 100; i++)
        b[i] = c[i] + a[i];
    return b[0] > total;
}
