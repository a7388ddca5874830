/* Arrays that XcalableMP's library allocates: the sums of 0 … 15, and of row 3 of 8 i + j, are 120 and 220. */
#include <stdio.h>
#include <xmp.h>
#pragma xmp nodes p[4]
#pragma xmp template t[16]
#pragma xmp distribute t[block] onto p
double *a;
int (*b)[8];
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i][*] with t[i]

int main(void)
{
    double sum = 0;
    int row = 0;
    a = (double *)xmp_malloc(xmp_desc_of(a), 16);
    b = (int (*)[8])xmp_malloc(xmp_desc_of(b), 16, 8);
#pragma xmp loop on t[i]
    for (int i = 0; i < 16; i++) {
        a[i] = i;
        for (int j = 0; j < 8; j++)
            b[i][j] = 8 * i + j;
    }
#pragma xmp loop on t[i] reduction(+:sum, row)
    for (int i = 0; i < 16; i++) {
        sum += a[i];
        if (i == 3)
            for (int j = 0; j < 8; j++)
                row += b[i][j];
    }
    printf("%g %d\n", sum, row);
    return sum != 120 || row != 8 * 24 + 28;
}
