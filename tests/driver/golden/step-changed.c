#define N 64
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
double a[N];
#pragma hpf align a(i) with T(i)
int main(void)
{
    int s = 1;
    for (int i = 0; i < 64; i += s) { a[i] = i; s++; }
    return 0;
}
