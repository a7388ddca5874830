/* Two arrays, of which a directive places one. */
#ifndef N
#define N 64
#endif
static double placed[N], other[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align placed(i) with T(i)

int main(void)
{
    int i;
#pragma fpredict region placed
    for (i = 0; i < N; i++)
        placed[i] = i;
#pragma fpredict region other
    for (i = 0; i < N; i++)
        other[i] = i;
#pragma fpredict region read
    for (i = 0; i < N; i++)
        placed[i] = other[N - 1 - i];
    return 0;
}
