#define N 64
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
double a[N];
static void again(int n)
{
    for (int i = 0; i < n; i++)
        a[i] = 0;
    if (n > 1)
        again(n / 2);
}
int main(void)
{
    again(N);
    return 0;
}
