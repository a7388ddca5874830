/* Each of a gen_block's blocks needs an element of its neighbours. */
#define N 100
int m[4] = {10, 20, 30, 40};
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(gen_block(m)) onto P
float a[N], b[N];
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)
int main(void)
{
    for (int t = 0; t < 10; t++) {
        for (int i = 1; i < N - 1; i++)
            b[i] = a[i - 1] + a[i + 1];
        for (int i = 1; i < N - 1; i++)
            a[i] = b[i];
    }
    return 0;
}
