double a[8];
#pragma hpf processors P(2)
#pragma hpf template T(8)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
static void again(int n)
{
    if (n > 1)
        again(n / 2);
    a[n] = 1;
}
int main(void)
{
    again(4);
    return 0;
}
