/* After a divided loop only the size of its temporary is asked for, never its value. */
#include <stdio.h>

#ifndef N
#define N 22
#endif
#define BYTES(x) (int)sizeof(x)
#define KIND(x) _Generic((x), double: "double", float: "float", default: "other")

static double a[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)

int main(void)
{
    double t, w[3], sum = 0;
    float f;
    int i;

    for (i = 0; i < N; i++) {
        t = i * 4;
        f = (float)(t + 1);
        w[1] = f;
        a[i] = w[1] * 2;
    }
    printf("t %d f %d w %d\n", BYTES(t), (int)sizeof f, (int)(sizeof w / sizeof w[0]));
    printf("kinds %s %s\n", KIND(t), KIND(f));
    for (i = 0; i < N; i++)
        sum += a[i];
    printf("sum %.12g a %.12g %.12g\n", sum, a[0], a[N - 1]);
    return 0;
}
