double a[8];
#pragma hpf distribute a(block)
int main(void)
{
    a[0:4] = 1;
    return 0;
}
