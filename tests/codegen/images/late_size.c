/* A template whose size the program assigns first, and memory that it asks for then: 0 + … + 99 is 4950. */
#include <stdio.h>
#include <xmp.h>
#pragma xmp nodes p[4]
#pragma xmp template t[:]
#pragma xmp distribute t[block] onto p
int n, *a;
#pragma xmp align a[i] with t[i]

int main(void)
{
    int sum = 0;
    n = 100;
#pragma xmp template_fix[block] t[n]
    a = (int *)xmp_malloc(xmp_desc_of(a), n);
#pragma xmp loop on t[i]
    for (int i = 0; i < n; i++)
        a[i] = i;
#pragma xmp loop on t[i] reduction(+:sum)
    for (int i = 0; i < n; i++)
        sum += a[i];
    printf("%d\n", sum);
    return sum != 4950;
}
