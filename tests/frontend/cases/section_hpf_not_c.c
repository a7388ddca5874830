double a[8], m[8][8];
int f(int);
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
int main(void)
{
    f(1:2);
    a(0:3) = m(1, 2, 0:3);
    m(0:3) = 1;
    a(0:3) = nowhere + 1;
    return 0;
}
