/* Functions that call themselves beside distributed arrays, and have nothing to do with these: they
 * return before the inner call or around it, have two inner calls, and set variables of the file.
 */
#include <stdio.h>
#ifndef N
#define N 40
#endif
int v[N];
#pragma hpf processors P(4)
#pragma hpf distribute v(block) onto P
static int table[8], depth;
static int factorial(int n)
{
    if (n <= 1)
        return 1;
    return n * factorial(n - 1);
}
static int divisor(int a, int b)
{
    return b == 0 ? a : divisor(b, a % b);
}
static int hanoi(int n, int from, int to)
{
    if (n == 0)
        return 0;
    int below = hanoi(n - 1, from, 6 - from - to);
    return below + 1 + hanoi(n - 1, 6 - from - to, to);
}
static void fill(int from, int count)
{
    if (!count)
        return;
    depth++;
    if (count == 1) {
        table[from] = depth;
        return;
    }
    fill(from, count / 2);
    fill(from + count / 2, count - count / 2);
}
int main(void)
{
    const int f = factorial(5), g = divisor(84, 36);
    for (int i = 0; i < N; i++)
        v[i] = i * f % 1000 + g;
    fill(0, 8);
    for (int i = 0; i < N; i++)
        v[i] += table[i % 8];
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum += v[i] * (i + 1);
    printf("%d %d\n", sum, hanoi(4, 1, 3));
    return 0;
}
