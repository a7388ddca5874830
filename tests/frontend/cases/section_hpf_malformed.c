double a[8], m[8][8];
int f(int);
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
int main(void)
{
    a(0:6:2:1) = 1; m(0, 1:2:3:4) = 2;
    return 0;
}
