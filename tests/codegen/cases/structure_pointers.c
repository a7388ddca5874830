/* Elements that are structures, and arrays in these, by pointers to elements. */
#include <math.h>
#include <stdio.h>
#ifndef N
#define N 16
#endif
struct spin {
    int up[2];
    double w;
};
struct body {
    double x, v;
    double p[3];
    struct spin s;
    double m[2][2];
} q[N];
double acc[N][3];
#pragma hpf processors P(*)
#pragma hpf distribute q(block) onto P
#pragma hpf align acc(i, *) with q(i)
int main(void)
{
    for (int i = 0; i < N; i++) {
        struct body *b = &q[i];
        b->x = i;
        b->v = 1;
        (b->s).w = i % 3;
        b->s.up[0] = i;
        (*b).s.up[1] = 2 * i;
        for (int k = 0; k < 3; k++) {
            b->p[k] = k;
            acc[i][k] = sin(i + k);
        }
        for (int k = 0; k < 2; k++)
            for (int l = 0; l < 2; l++)
                b->m[k][l] = k - l + i;
    }
    for (int i = 0; i < N; i++) {
        struct body *b = q + i;
        for (int k = 0; k < 3; k++) {
            b->p[k] += 0.5 * b->v * acc[i][k];
            (*b).p[k] -= b->s.up[k % 2] * b[0].m[1][(0)] + (*b).x;
        }
    }
    double s = 0;
    for (int i = 1; i < N - 1; i++) {
        struct body *b = &q[i - 1], *c = &q[i + 1];
        s += b->p[1] * c->p[2] + c->m[0][1] + c->s.w;
    }
    printf("%.9f\n", s);
    return 0;
}
