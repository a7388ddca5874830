/* Intrinsic functions of distributed arrays: what each moves and costs. */
#include <hpf.h>
double a[1024], b[1024], v[256];
double m[256][256], t[256][256];
double x[64][64], y[64][64], z[64][64];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf distribute b(block) onto P
#pragma hpf distribute v(block) onto P
#pragma hpf distribute m(block, *) onto P
#pragma hpf distribute t(block, *) onto P
#pragma hpf distribute x(block, *) onto P
#pragma hpf distribute y(block, *) onto P
#pragma hpf distribute z(block, *) onto P
int main(void)
{
    cshift(b, a, 1024, 1);
    eoshift(b, a, 1024, 1, 0.0);
    double s = sum(a, 1024);
    s += product(a, 1024);
    s += dot_product(a, b, 1024);
    s += maxval(a, 1024);
    int at = maxloc(a, 1024);
    transpose(t, m, 256, 256);
    spread(m, v, 256, 256, 0);
    matmul(z, x, y, 64, 64, 64);
    return s > at;
}
