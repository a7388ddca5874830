/* What starts at one place and ends at another; and a program that has arguments. */
#include <stdio.h>
#include <xmp.h>
#ifndef N
#define N 20
#endif
#pragma xmp nodes p[4]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p
#pragma xmp template back[N]
#pragma xmp distribute back[block] onto p
double a[N], b[N], c[N];
#pragma xmp align a[i] with t[i]
#pragma xmp align b[i] with t[i]
#pragma xmp align c[i] with back[N - 1 - i]
#pragma xmp shadow a[1]

int main(int argc, char **argv)
{
    double s = 0, least = 1000, given = 0, moved = 0;
    int counted = 0, me = xmp_node_num();
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        a[i] = (i * 5) % 11;
#pragma xmp reflect (a) async(1)
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        s += a[i];
#pragma xmp reduction(+:s) async(2)
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        counted++;
#pragma xmp reduction(+:counted) async(3)
#pragma xmp wait_async(1)
#pragma xmp loop on t[i]
    for (int i = 1; i < N - 1; i++)
        b[i] = a[i - 1] + a[i + 1];
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++)
        if (b[i] < least)
            least = b[i];
#pragma xmp reduction(min:least) async(4)
#pragma xmp wait_async(2, 3, 4)
#ifdef PLAIN_C
    for (int i = 0; i < N; i++)
        c[i] = a[i];
#else
#pragma xmp gmove async(6)
    c[:] = a[:];
#endif
#pragma xmp wait_async(6)
#pragma xmp loop on back[N - 1 - i] reduction(+:moved)
    for (int i = 0; i < N; i++)
        moved += c[i] * (i + 1);
    if (me == 1)
        given = 4 * s;
#pragma xmp bcast (given) from p[0] async(5)
#pragma xmp wait_async(5)
#pragma xmp task on p[0]
    printf("%s: %g %d %g %g %g\n", argc == 1 && argv[argc] == NULL ? "alone" : argv[1], s, counted,
           least, given, moved);
    return 0;
}
