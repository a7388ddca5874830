#define N 16
double a[N], b[N], x;
int n;
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)
int main(void)
{
#pragma fpredict trip(3)
    if (x > 1)
        x = 0;
#pragma fpredict probability(0.5)
    for (int i = 0; i < N; i++)
        a[i] = 1;
#pragma fpredict probability(0.5)
    x = 1;
#pragma fpredict pipeline(3)
    while (x < 1)
        x = x + a[0];
#pragma fpredict pipeline(0)
    for (int i = 1; i < N; i++)
        a[i] = a[i - 1];
#pragma fpredict trip(-1)
    while (x < 1)
        x = x + a[0];
#pragma fpredict probability(1.5)
    if (x > 1)
        x = 0;
    return 0;
}
