#include <stdlib.h>
#define N 64
#define P 16
double a[N], b[N];
#pragma hpf processors G(4)
#pragma hpf distribute a(block) onto G
#pragma hpf align b(i) with a(i)
int main(void)
{
    int parts = P, *halves = malloc(parts * sizeof *halves);
    for (int k = 0; k < parts; k++)
        halves[k] = 3;
    for (int t = 0; t < halves[parts - 1]; t++)
        for (int i = 1; i < N; i++)
            b[i] = a[i - 1] + t;
    // clang-format off
    for (int k = 0; k < halves[parts - 1]; k++) for (int t = 0; t < halves[parts - 1]; t++)
        for (int i = 1; i < N; i++)
            b[i] = a[i - 1] + t;
    // clang-format on
    return 0;
}
