#define N 4
#pragma hpf processors P(4)
void f(int n, double *a)
{
    double b[0:n], c[N][1:N];
    static double d[N];
    d[0:N] = a[0:N];
    b[0] = c[0][0] = 1;
}
int main(void)
{
    return 0;
}
