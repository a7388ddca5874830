#include <hpf.h>
double a[8], b[8], m[8][8];
char text[8];
#pragma hpf distribute a(block)
int main(void)
{
    cshift(b, a, 8);
    cshift(b, a, 8, 1, 1);
    a[0] = sum(a);
    a[0] = sum(text, 8);
    transpose(m, a, 8, 8);
    return 0;
}
