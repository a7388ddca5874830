/* A variable that both branches of a known condition set has the one value or the
 * other; where one branch, or the condition, is not known, neither. */
#include <xmp.h>
#define N 100
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
double a[N];
#pragma xmp align a[i] with t[i]
int width, other, third, unknown;
void change(void)
{
    third = unknown;
}

int main(int argc, char **argv)
{
    if (N % xmp_num_nodes() == 0)
        width = N / 4;
    else
        width = N / 4 + 1;
    other = 3;
    if (N > 50)
        other = 7;
    if (argc > 1)
        third = 1;
    else
        third = 2;
    for (int i = 0; i < width + other; i++)
        a[i] = 0;
    for (int i = 0; i < third; i++)
        a[i] = 1;
    if (N > 60) {
        third = 4;
        change();
    } else {
        third = 5;
    }
    for (int i = 0; i < third; i++)
        a[i] = 2;
    return 0;
}
