#define N 64

double a[N];

#pragma hpf processors P(4)
#pragma hpf processors R(2, 2, 2)
#pragma hpf distribute a(block) onto P

int main(void)
{
#pragma hpf independent
    for (int i = 0; i < N; i++)
        a[i] = 1.0;
    return 0;
}
