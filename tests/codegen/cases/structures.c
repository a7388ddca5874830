/* Arrays of structures: members that neighbours need, sweeps over one member, whole elements. */
#include <stdio.h>

typedef struct bead {
    double x, v, f;
    int kind;
} bead;
bead b[N], c[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align b(i) with T(i)
#pragma hpf align c(i) with T(i)

int main(void)
{
    for (int i = 0; i < N; i++) {
        b[i].x = i + (i % 4) * 0.5;
        b[i].v = 0;
        b[i].f = 0;
        b[i].kind = i % 3;
    }
    for (int t = 0; t < 5; t++) {
        for (int i = 1; i < N - 1; i++)
            b[i].f = b[i - 1].x - 2 * b[i].x + b[i + 1].x + b[i + 1].kind;
        for (int i = 1; i < N; i++) {
            b[i].v = 0.5 * b[i - 1].v + b[i].f;
            b[i].x += 0.125 * b[i].v;
        }
        for (int i = N - 2; i >= 0; i--)
            b[i].kind = (b[i + 1].kind + (int)b[i + 1].x + 1) % 3;
        for (int i = 2; i < N; i++)
            if (b[i].kind != 1)
                c[i] = b[i - 2];
    }
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += (i + 1) * (b[i].x + 2 * b[i].v + 3 * b[i].f) + b[i].kind + c[i].x * c[i].kind;
    printf("%.6f %d\n", sum, b[N / 2].kind);
    return 0;
}
