#define N 64
double a[N], b[N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf align b(i) with a(i)
int main(void)
{
#pragma hpf where(a[:] > 0)
    a[:] = 0 - a[:];
#pragma hpf elsewhere
    b[:] = 1;
#pragma hpf where(a[i] > b[i])
    for (int i = 0; i < N; i++)
        b[i] = a[i];
#pragma hpf elsewhere
    for (int i = 1; i < N; i++)
        a[i] = b[i - 1];
    return 0;
}
