double a[16];
#pragma hpf distribute a(block)
int main(void)
{
    for (int i = 0; i < 16; i++)
        a[i] = i;
    return 0;
}
