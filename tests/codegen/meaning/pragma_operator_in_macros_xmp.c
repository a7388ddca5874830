/* XcalableMP's directives, their formats and clauses come from macros. */
#include <stdio.h>

#ifndef N
#define N 22
#endif
#define XMP(...) _Pragma(STRING(xmp __VA_ARGS__))
#define STRING(x) #x
#define FORMAT block
#define ON_ROWS on t[i][*]
#define EACH(i) for (i = 0; i < N; i++)

static double u[N][N];
static double row[N];

#pragma xmp nodes p[4]
#pragma xmp template t[N][N]
#pragma xmp distribute t[FORMAT][*] onto p
#pragma xmp align u[i][j] with t[i][j]
#pragma xmp align row[i] with t[i][*]

int main(void)
{
    double sum = 0, largest = -1;
    int i, j;

    XMP(loop (i) on t[i][*])
    EACH(i)
        EACH(j)
            u[i][j] = (i * 5 + j * 3) % 13;
#pragma xmp loop (i) ON_ROWS
    EACH(i) {
        row[i] = 0;
        EACH(j)
            row[i] += u[i][j];
    }
#pragma xmp loop (i) ON_ROWS reduction(+:sum) reduction(max:largest)
    EACH(i) {
        sum += row[i];
        if (row[i] > largest)
            largest = row[i];
    }
    printf("sum %.12g largest %.12g i %d\n", sum, largest, i);
    return 0;
}
