#define N 64
double a[N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
int main(void)
{
    for (int i = 0; i != N; i += 4)
        a[0] += i;
    return 0;
}
