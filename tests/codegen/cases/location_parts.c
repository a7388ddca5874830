/* What goes with an extreme value: numbers of any type, and parts of arrays. N is no multiple of 7,
 * so that no two values are equal. */
#include <stdio.h>
#ifndef N
#define N 20
#endif

double a[N];
#pragma xmp nodes p[*]
#pragma xmp template t[N]
#pragma xmp distribute t[cyclic] onto p
#pragma xmp align a[i] with t[i]

int main(void)
{
    double most = -1, least = 1e9, x = 0;
    int place[3][4], first = -1;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            place[i][j] = 10 * i + j;
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        a[i] = (i * 7) % N + 0.5;
#pragma xmp loop on t[i] reduction(max:most/x,place[1][1:2]/)
    for (int i = 0; i < N; i++)
        if (a[i] > most) {
            most = a[i];
            x = 0.25 * i;
            place[1][1] = i;
            place[1][2] = i * i;
        }
    printf("%g %g %d %d %d %d\n", most, x, place[1][0], place[1][1], place[1][2], place[1][3]);
#pragma xmp loop on t[i] reduction(firstmin:least/first,place/)
    for (int i = 0; i < N; i++)
        if (a[i] < least) {
            least = a[i];
            first = i;
            place[0][0] = i + 100;
            place[2][3] = i + 200;
        }
    printf("%g %d %d %d %d\n", least, first, place[0][0], place[2][3], place[1][1]);
    return 0;
}
