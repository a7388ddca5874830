/* a = b = e, whose elements different processors have. */
#include <stdio.h>
#ifndef N
#define N 20
#endif

static double a[N], b[N];
static int k[N];
#pragma hpf template T(N)
#pragma hpf distribute T(block)
#pragma hpf align (i) with T(i) :: a, b, k

int main(void)
{
    int last = N - 1, scale = 3;
    for (int i = 0; i < N; i++)
        a[i] = b[i] = i;
    if (last > 3)
        a[0] = a[last] = 5;
    else
        a[1] = 0;
    a[1] = b[last / 2] = a[last - 1] = 2.5 * scale + last;
    k[0] = k[last] = scale - 1;
    for (int s = 2; s < 5; s++)
        b[s] = b[N - 1 - s] = s * scale;
    double sum, head;
    int low, high;
    sum = head = a[N - 2] = 0.5 * scale;
    low = k[2] = high = last - 2;
    if (low == high)
        sum = b[low] = head - 1;
    for (int i = 0; i < N; i++)
        a[i] += sum + low;
    sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i + 1) + b[i] * (i % 3) + k[i];
    printf("%f\n", sum);
    for (int i = 0; i < N; i++)
        printf("%f %f %d\n", a[i], b[i], k[i]);
    return 0;
}
