/* Loops whose first iteration finds an array elsewhere than the others; a macro that names one. */
#include <stdio.h>
#define N 16
#define V(i) v[i]
double v[N];
#pragma hpf processors P(4)
#pragma hpf dynamic v
#pragma hpf distribute v(block) onto P

int main(void)
{
    int t = 0;
    while (t < 3) {
        for (int i = 0; i < N; i++)
            v[i] += t;
#pragma hpf redistribute v(cyclic)
        for (int i = 0; i < N; i++)
            v[i] *= 2;
        t++;
    }
#pragma hpf redistribute v(block)
    for (int s = 1; s < N; s *= 2) {
        for (int i = 0; i < N; i++)
            v[i] += s;
#pragma hpf redistribute v(cyclic(2))
        v[s] *= 2;
    }
    for (int i = 0; i < N; i++)
        V(i) -= 1;
    printf("%g\n", v[3]);
    return 0;
}
