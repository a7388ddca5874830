/* Parashar and Hariri 1996, figure 4: two nodes compute, each sends to the next and receives from
 * the one before, and a host starts them and receives the result. */
#include <hpf.h>
static double a[2], b[2];

#pragma hpf processors P(2)
#pragma hpf template T(2)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

int main(void)
{
    int i;
    for (i = 0; i < 2; i++)
        a[i] = a[i] + 1.0;
    cshift(b, a, 2, -1);
    return 0;
}
