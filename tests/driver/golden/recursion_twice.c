#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
double a[64];
static int sum(int n)
{
    return n < 2 ? n : sum(n - 1) + sum(n - 2);
}
int main(void)
{
    a[0] = sum(10);
    return 0;
}
