static double a[100], b[100];
#pragma hpf processors P(4)
#pragma hpf template T(100)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

int main(void)
{
    a[:] = b[:];
    return 0;
}
