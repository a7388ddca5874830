/* Corners beyond an array's ends that are added up. */
#include <stdio.h>
#include <xmp.h>
#define N 16
#pragma xmp nodes p[2][2]
#pragma xmp template t[N][N]
#pragma xmp distribute t[block][block] onto p
int a[N][N];
#pragma xmp align a[i][j] with t[i][j]
#pragma xmp shadow a[1][1]

int main(void)
{
    int s = 3;
#pragma xmp loop on t[i][j]
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = i + s;
#pragma xmp reduce_shadow (a) width(/periodic/1:1, /periodic/1)
#pragma xmp task on t[0][0]
    printf("%d\n", a[0][0]);
    return 0;
}
