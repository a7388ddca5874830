#define N 16
double a[N], b[N], c[N];
#pragma hpf processors p(4)
#pragma hpf template t(N)
#pragma hpf distribute t(block) onto p
#pragma hpf dynamic t
#pragma hpf align a(i) with t(i)
#pragma hpf align b(i) with t(i)
#pragma hpf align c(i) with t(i)
static void renew(void)
{
    if (b[0] < 0)
        return;
    for (int i = 0; i < N; i++)
        c[i] = 1;
}
int main(void)
{
    double d[N];
#pragma hpf align d(i) with t(i)
    for (int i = 0; i < N; i++)
        a[i] = b[i] = c[i] = d[i] = i;
#pragma hpf redistribute t(cyclic)
    for (int i = N - 1; i >= 0; i--)
        b[i] = a[i];
#pragma hpf redistribute t(block)
    for (int k = 0; k < 3; k++) {
#pragma hpf redistribute t(cyclic)
        for (int i = 0; i < N; i++)
            c[i] = c[i] + a[i];
#pragma hpf redistribute t(block)
        for (int i = 0; i < N; i++)
            b[i] = b[i] + c[i];
    }
#pragma hpf redistribute t(cyclic)
    for (int i = 0; i < N - 1; i++)
        a[i] = d[i] = 0;
#pragma hpf redistribute t(block)
    for (int i = 0; i < N; i++)
        a[i] = a[i] + 1;
#pragma hpf redistribute t(cyclic)
    for (int i = 0; i < N; i++)
        if (b[i] > 0)
            a[i] = b[i];
        else
            a[i] = 0;
    renew();
#pragma hpf redistribute t(block)
    return 0;
}
