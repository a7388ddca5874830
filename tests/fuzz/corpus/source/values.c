#define N 4
#pragma hpf processors P(2)
int main(void)
{
    double a[N] = {1, 2, 3, 4}, s = 0;
#pragma hpf distribute a(block) onto P
    for (int i = 0; i < N; i++)
        s += a[i];
    printf("%g\n", s);
    return 0;
}
