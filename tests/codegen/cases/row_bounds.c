/* Rows whose first element and end are variables of the iteration: what they read of others may be
 * any, and is there before the first of them, so that each owner does its rows. */
#include <stdio.h>
#ifndef N
#define N 40
#endif
double out[N], in[N];
int first[N], count[N];
#pragma hpf template T(N)
#pragma hpf distribute T(block)
#pragma hpf align(i) with T(i)::out, in, first, count
int main(void)
{
    for (int i = 0; i < N; i++) {
        first[i] = i * 7 % (N - 8);
        count[i] = i % 5;
        in[i] = i * 3 % 7;
    }
    for (int i = 0; i < N; i++) {
        int k = first[i];
        double t = in[k];
        out[i] = t + in[k + 1];
    }
    for (int i = 0; i < N; i++) {
        const int k = first[i], n = count[i];
        double sum = 0;
#pragma fpredict trip(2)
        for (int j = 0; j < n; j++)
            sum += in[k + j];
        out[i] += sum;
    }
    for (int i = 0; i < N; i++) {
        int k = first[i], end = k + count[i];
        double sum = 0;
#pragma fpredict trip(2)
        for (int j = k; j < end; j++)
            sum += in[j] * j;
        out[i] += sum;
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        s += out[i] * i;
    printf("%g\n", s);
    return 0;
}
