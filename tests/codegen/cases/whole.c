/* Shadows that are as wide as the array, in two dimensions: everybody has all of it. */
#include <stdio.h>
#ifndef N
#define N 12
#endif
#pragma xmp nodes p[2][3]
#pragma xmp template t[N][N]
#pragma xmp distribute t[cyclic][block] onto p
int a[N][N], b[N][N];
#pragma xmp align a[i][j] with t[i][j]
#pragma xmp align b[i][j] with t[i][j]
#pragma xmp shadow a[*][*]
#pragma xmp shadow b[*][*]

int main(void)
{
    int at_once = 0, later = 0;
#pragma xmp loop on t[i][j]
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i * N + j;
            b[i][j] = i + j * N;
        }
#pragma xmp reflect (a)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            at_once += a[i][j] * (i + 2 * j);
#pragma xmp reflect (b) async(1)
#pragma xmp wait_async(1)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            later += b[i][j] * (i + 3 * j);
    int least_at_once = at_once, least_later = later;
#pragma xmp reduction(max:at_once, later)
#pragma xmp reduction(min:least_at_once, least_later)
    printf("%d %d %d %d\n", at_once, least_at_once, later, least_later);
    return 0;
}
