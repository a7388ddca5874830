/* Sizes of parts of arrays that the function does not look at otherwise. */
#include <stdio.h>
#pragma hpf processors P(*)
#define M 5
#define LEN(x) (sizeof(x) / sizeof((x)[0]))
float f[N][M][3];
double w[N];
#pragma hpf distribute f(block,*,*) onto P
#pragma hpf distribute w(block) onto P

static void parts(void)
{
    printf("%zu %zu %zu\n", sizeof *f[1], sizeof(f[1])[2], sizeof **f);
    printf("%zu %zu %zu\n", sizeof f[1], sizeof *f, sizeof f);
}

int main(void)
{
    double s = 0;
    parts();
    for (int i = 0; i < (int)LEN(w); i++)
        w[i] = i;
    for (int i = 0; i < N; i++)
        s += w[i];
    printf("%g %zu\n", s, sizeof w[0]);
    return 0;
}
