#include "broken.h"
#pragma hpf processors P(2)
int main(void)
{
    int x = undeclared + 1;
    work(x, 2);
    return x
}
