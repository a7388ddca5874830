double a[64];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
int main(void)
{
    for (int i = 0; i < 64; i += 0)
        a[i] = 1;
    return 0;
}
