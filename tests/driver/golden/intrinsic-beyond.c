#include <hpf.h>
#define N 32
double a[N], b[N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
int main(void)
{
    cshift(b, a, N + 1, 1);
    return 0;
}
