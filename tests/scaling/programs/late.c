/* The second loop takes every third element from the first one on, which divides for long: it is a
 * matter of where a block begins who has one element more, and another processor is later than the
 * last one by some parts in ten thousand, at some sizes in every forty-eight on 16 processors. */
#ifndef N
#define N 240
#endif

double u[N], v[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align u[i] with T(i)
#pragma hpf align v[i] with T(i)

#define SOME(x) 7 / (x) / 3 / (x) / 5 / (x) / 9 / (x) / 4 / (x)

int main(void)
{
    int i;
    for (i = 1; i < N - 1; i++)
        v[i] = u[i - 1] + u[i + 1];
    for (i = 0; i < N; i += 3)
        u[i] = v[i] / SOME(v[i]) / SOME(v[i]) / SOME(v[i]) / SOME(v[i]);
    return 0;
}
