#include <hpf.h>
#define N 32
double m[N][N], q[N][N];
#pragma hpf processors P(4)
#pragma hpf distribute m(block,*) onto P
#pragma hpf distribute q(block,*) onto P
int main(void)
{
    cshift(q, m, 16, 16, 1, 0);
    transpose(q, m, 16, 16);
    return 0;
}
