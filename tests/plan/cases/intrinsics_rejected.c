#include <hpf.h>
#define N 64
double a[N], b[N], m[N][N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf distribute m(block,*) onto P
int main(void)
{
    cshift(a, a, N, 1);
    matmul(m, m, m, N, N, N);
    transpose(m, m, N, N);
    b[0] = dot_product(a, a, N);
    return 0;
}
