/* A sum over one distributed array. */
#define N 1000

double a[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)

int main(void)
{
    double sum = 0;
    int i;
    for (i = 0; i < N; i++)
        sum += a[i];
    return sum > 0;
}
