#pragma hpf processors P(4)
#pragma hpf processors Q(2)
static double a[64], b[64];
#pragma hpf distribute a(block) onto P
#pragma hpf distribute b(block) onto Q

int main(void)
{
    for (int i = 0; i < 64; i++)
        a[i] = 1;
    for (int i = 0; i < 64; i++)
        b[i] = 2;
    return 0;
}
