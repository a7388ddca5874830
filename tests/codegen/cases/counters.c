/* Loops that count with elements of an array: of a function, and of the file. */
#include <stdio.h>

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
double a[N], b[N];
#pragma hpf align (i) with T(i) :: a, b
int at[2];

static int triangle(void)
{
    int count = 0;
    for (at[0] = 0; at[0] < 5; at[0]++)
        for (at[1] = at[0]; at[1] < 5; at[1]++)
            count++;
    return 100 * count + 10 * at[0] + at[1];
}

int main(void)
{
    int k[3], other[2];
    double s = 0;
    other[0] = 1;
    for (int i = 0; i < N; i++)
        a[i] = i;
    for (k[0] = 0; k[0] < 3; k[0]++)
        for (k[1] = 10; k[1] > 4; k[1] -= 2) {
            k[2] = k[0] + k[1];
            for (int i = 0; i < N; i++)
                b[i] = a[i] * k[2] + other[0];
            for (int i = 0; i < N; i++)
                s += b[i];
        }
    for (k[2] = 0; k[2] < N; k[2]++)
        a[k[2]] += k[2];
    for (k[2] = N - 1; k[2] >= 0; k[2] -= 3)
        s += a[k[2]];
    printf("%g %d %d %d %d\n", s, k[0], k[1], k[2], triangle());
    return 0;
}
