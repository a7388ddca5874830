/* Elements that there are not, and that nothing tells. */
#include <xmp.h>
#pragma xmp nodes p[4]
int tag[4] = {1, 3, 5, 7};

void signal_it(int k)
{
#pragma xmp post(p[1], tag[4])
#pragma xmp post(p[1], tag[k])
}

int main(void)
{
    signal_it(2);
    return 0;
}
