/* Loops that count in types without a sign, up and down, to 0 and not at all; sizes of arrays that
 * the text asks for; an array of a structure that is defined where the array is declared. */
#include <stddef.h>
#include <stdio.h>
#ifndef N
#define N 20
#endif
double a[N], b[N + 1], m[N][N];
struct point {
    double x;
    int n;
} q[N];
#pragma hpf processors P(4)
#pragma hpf template T(N+1)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)
#pragma hpf align m(i,j) with T(j)
#pragma hpf align q(i) with T(i+1)

int main(void)
{
    unsigned up;
    size_t down, all = 0;
    long k = 0;
    for (up = 0; up < N; up++) {
        a[up] = up % 7;
        q[up].n = (int)up;
        q[up].x = 0.5 * up;
    }
    for (down = N; down > 0; down--)
        b[down] = (double)down;
    b[0] = 0;
    k += up * 1000 + down;
    for (unsigned i = 3; i < N; i += 4)
        a[i] += q[i - 1].x;
    for (size_t i = 6; i > 3; i--)
        b[i] -= q[i].n;
    for (unsigned long i = 5; i < 5; i++)
        a[i] = -1;
    for (unsigned i = N - 1; i >= 1; i--)
        a[i] += b[i - 1];
    for (unsigned j = 0; j < N; j++)
        for (unsigned i = j; i < N; i++)
            m[i][j] = a[j] - i;
    for (size_t i = 0; i < sizeof a / sizeof a[0]; i++)
        k += i;
    for (unsigned i = 0; i < N; i++)
        all += sizeof(m) + sizeof q[i] + sizeof b;
    double s = 0;
    for (int i = 0; i < N; i++)
        s += a[i] * b[i + 1] + m[i][i] + q[i].x;
    printf("%g %ld %zu\n", s, k, all);
    return 0;
}
