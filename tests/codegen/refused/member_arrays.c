/* What a divided loop leaves in an array of a structure, and is looked at by its address. */
#include <stdio.h>
#define N 16
struct vector {
    double x[3];
};
static double u[N];
#pragma hpf processors P(4)
#pragma hpf distribute u(block) onto P

static double norm(const struct vector *a)
{
    return a->x[0] + a->x[1] + a->x[2];
}

int main(void)
{
    struct vector last = {{0, 0, 0}}, other = {{1, 2, 3}};
    for (int i = 0; i < N; i++) {
        last.x[0] = i;
        last.x[1] = 2 * i;
        u[i] = last.x[0] * last.x[1];
    }
    printf("%g %g\n", norm(&last), norm(&other));
    return 0;
}
