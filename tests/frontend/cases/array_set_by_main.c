/* Other files may see `off`, but nothing of theirs that may set it is called. */
#include <math.h>
double a[64], b[64];
int off[2];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf distribute b(block) onto P
int helper(int) __attribute__((const));
static void f(void)
{
    for (int i = 0; i < 32; i++)
        b[i] = a[i + off[0]];
}
int main(void)
{
    off[0] = 1 + (helper(2) > sin(1));
    off[0] = 1;
    f();
    return 0;
}
