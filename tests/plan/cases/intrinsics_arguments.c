#include <hpf.h>
#define N 64
double a[N], b[N], m[N][N], t[N][N], narrow[N][8], v[N];
float single[N];
int places[N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf distribute m(block,*) onto P
int main(void)
{
    cshift(t, m, N, N, 1, 2);
    eoshift(t, m, N, N, 1, 0.0, -1);
    spread(m, v, N, N, 2);
    b[0] = sum(a, 0);
    b[0] = maxval(m, N, -1);
    cshift(places, a, N, 1);
    b[0] = dot_product(a, single, N);
    transpose(narrow, narrow, 8, 4);
    b[0] = sum(narrow, 64, 4);
    cshift(b, a, N, -1);
    return 0;
}
