/* The functions of <hpf.h>: their bodies, planned for these arrays, at the call. */
#include <hpf.h>
#define N 64
double a[N], b[N], m[N][N], c[N][N], s;
float f[N], g[4][4][4], h[4][4][4];
int at;
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf distribute m(block,*) onto P
#pragma hpf distribute g(*,block,*) onto P
#pragma hpf align h(i,j,k) with g(i,j,k)
#pragma hpf align c(i,j) with m(i,j)
#pragma hpf align b(i) with a(i)
#pragma hpf align f(i) with a(i)
int main(void)
{
    cshift(b, a, N, 1);
    cshift(h, g, 4, 4, 4, -1, 1);
    eoshift(c, m, N, N, 3, 0.5, 0);
    tshift(c, m, N, N, 2, 1);
    s = sum(a, N) + maxval(f, N);
    at = maxloc(m, N, N);
    transpose(c, m, N, N);
    spread(c, a, N, N, 0);
    return 0;
}
