#define N 16
double a[N], b[N], m[N][N], c;
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
int main(void)
{
#pragma hpf forall
    a[0] = 1;
#pragma hpf forall
    while (c > 0)
        c = c - 1;
#pragma hpf forall reduction(+:c)
    for (int i = 0; i < N; i++)
        c += a[i];
#pragma hpf where
    for (int i = 0; i < N; i++)
        a[i] = b[i];
#pragma hpf where()
    a[:] = b[:];
#pragma hpf where(c > 0)
    a[:] = b[:];
#pragma hpf where(c > 0)
    a[1] = b[1];
    if (c > 1)
#pragma hpf where(a[i] > 0)
        for (int i = 0; i < N; i++)
            a[i] = 1;
    else
        c = 2;
#pragma hpf where(a[:] > 0)
    a[:] = b[:];
#pragma hpf elsewhere(a[:] > 0)
    a[:] = b[:];
#pragma hpf forall
    return 0;
}
