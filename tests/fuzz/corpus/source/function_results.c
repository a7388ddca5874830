#define N 64
double a[N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
int offset = 3;
static int half(int n) { return n / 2; }
static int between(int low, int high) { return half(low + high) + offset; }
static int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
static int noisy(int n)
{
    a[0] += 1;
    return n;
}
static void fill(int n)
{
    int m = half(n), k = n;
    if (n > 20)
        k = n - 4;
    for (int i = 0; i < m; i++)
        a[i] = 1;
    for (int i = 0; i < k; i++)
        a[i] = 2;
}
int main(void)
{
    fill(10);
    fill(30);
    int b = between(4, N), f = factorial(3), x = noisy(5);
    for (int i = 0; i < b; i++)
        a[i] = 3;
    for (int i = 0; i < f; i++)
        a[i] = 4;
    for (int i = 0; i < x; i++)
        a[i] = 5;
    return 0;
}
