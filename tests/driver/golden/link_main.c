#define N 8
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
double a[N];
#pragma hpf align a(i) with T(i)
void fill(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i;
}
int main(void)
{
    fill();
    return 0;
}
