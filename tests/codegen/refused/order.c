/* Elements that several processors may assign: warned of, but where the program promises that none
 * does, or adds. And what is refused: the place of the last of equal largest elements. */
#include <stdio.h>
#define N 16
double a[N], b[N];
int to[N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf align b(i) with a(i)

int main(void)
{
    int at = 0;
    double most = 0;
    for (int i = 0; i < N; i++)
        to[i] = 3 * i % 5;
    for (int i = 0; i < N; i++)
        a[to[i]] = b[i];
#pragma hpf independent
    for (int i = 0; i < N; i++)
        a[to[i]] = 2 * b[i];
    for (int i = 0; i < N; i++)
        a[to[i]] += b[i];
    for (int i = 0; i < N; i++)
        if (a[i] >= most) {
            most = a[i];
            at = i;
        }
    printf("%g %d\n", a[3], at);
    return 0;
}
