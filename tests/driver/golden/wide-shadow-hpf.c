#define N 20
double u[N], v[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align (i) with T(i) :: u, v
#pragma hpf shadow u(1:9)
int main(void)
{
    for (int i = 1; i < N; i++)
        v[i] = u[i - 1];
    return 0;
}
