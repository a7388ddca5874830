#include <hpf.h>
#define N 16
double a[N], b[N], m[N][N], c[N][8], few[8];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf distribute b(block) onto P
#pragma hpf distribute m(block,*) onto P
int main(void)
{
    cshift(b, a, 20, 1);
    cshift(few, a, N, 1);
    matmul(c, m, m, N, N, N);
    a[0] = sum(b, N - 1);
    return 0;
}
