double a[64];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
int main(void)
{
    for (int k = 0; k < 3; k++)
        for (int i = 63; i > 0; i -= k)
            a[i] = 1;
    return 0;
}
