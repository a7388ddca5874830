/* Which of the three the name tells, nothing says: the value is asked for. */
#include <xmp.h>
double g;
static void one(void)
{
#pragma xmp nodes p[2]
}
static void two(void)
{
#pragma xmp nodes p[2][2]
}
static void three(void)
{
#pragma xmp nodes p[4]
}
int main(void)
{
    int n;
    xmp_nodes_ndims(xmp_desc_of(p), &n);
    for (int i = 0; i < n * 1000; i++)
        g += 1;
    one();
    two();
    three();
    return 0;
}
