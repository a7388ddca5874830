/* Leaves the number of processors open. */
#define N 1000

double a[N];

#pragma hpf processors P(*)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)

int main(void)
{
    int i;
    for (i = 0; i < N; i++)
        a[i] = i;
    return 0;
}
