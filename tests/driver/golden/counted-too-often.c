/* Iterations beyond what can be counted. */
#define N 1000000000000000
double a[64];
#pragma hpf processors P(4)
#pragma hpf template T(64)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
int main(void)
{
    for (long h = 0; h < N; h++)
        for (long j = 0; j < N; j++)
            for (long k = 0; k < N; k++)
                for (int i = 0; i < 64; i++)
                    a[i] += 1;
    return 0;
}
