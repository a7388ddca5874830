double a[8];
#pragma hpf processors P(2)
#pragma hpf template T(8)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
static void clear(int by)
{
    for (int i = 0; i < 8; i += by)
        a[i] = 0;
}
int main(void)
{
    clear(0);
    return 0;
}
