/* Elements that others may have. */
#include <stdio.h>
#define N 16
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
int a[N];
#pragma xmp align a[i] with t[i]
#pragma xmp shadow a[1]

int main(void)
{
    int n = 3;
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        a[n] = i;
#pragma xmp loop on t[i]
    for (int i = 0; i < N - 1; i++)
        a[i + 1] = i;
    return 0;
}
