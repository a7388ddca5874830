#define N 8
double a[N], b[N], s, x;
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

int main(void)
{
    int i;
#pragma hpf independent, new(x, x)
    for (i = 0; i < N; i++) {
        x = a[i];
        b[i] = x;
    }
#pragma hpf independent, new(i)
    for (i = 0; i < N; i++)
        b[i] = 1;
#pragma hpf independent, reduction(+:s)
    for (i = 0; i < N; i++) {
        s += a[i];
        b[i] = s;
    }
    return 0;
}
