double a[8];
#pragma hpf distribute a(block)
int main(void)
{
#pragma hpf where
    for (int i = 0; i < 8; i++)
        if (a[i] > 0)
            a[i] = 0;
#pragma hpf elsewhere
    for (int i = 0; i < 8; i++)
        a[i] = 1;
    return 0;
}
