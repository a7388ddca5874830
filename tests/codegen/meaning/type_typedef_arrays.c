/* The arrays' types are typedefs, one of them of another typedef, with a pointer to one. */
#include <stdio.h>

#ifndef N
#define N 20
#endif

typedef double real;
typedef real vector[N];
typedef vector matrix[N];
typedef enum { LOW, HIGH } level;

static vector x, y;
static matrix m;

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(cyclic) onto P
#pragma hpf align x(i) with T(i)
#pragma hpf align y(i) with T(i)
#pragma hpf align m(i,*) with T(i)

static real total(const vector v)
{
    real s = 0;
    for (int i = 0; i < N; i++)
        s += v[i];
    return s;
}

int main(void)
{
    level l = HIGH;
    vector w;
    int i, j;

    for (i = 0; i < N; i++) {
        x[i] = i + l;
        w[i] = N - i;
    }
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            m[i][j] = (i + 2 * j) % 7;
    for (i = 0; i < N; i++) {
        real t = 0;
        for (j = 0; j < N; j++)
            t += m[i][j] * w[j];
        y[i] = t + x[i];
    }
    printf("x %.12g y %.12g w %.12g\n", total(x), total(y), total(w));
    printf("y %.12g %.12g m %.12g\n", y[0], y[N - 1], m[3][4]);
    return 0;
}
