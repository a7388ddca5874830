#include <hpf.h>
#define N 32
double m[N][N], q[N][N];
#pragma hpf processors P(4)
#pragma hpf distribute m(block,*) onto P
#pragma hpf distribute q(block,*) onto P

int main(void)
{
    transpose(q, m, N, 16);
    return 0;
}
