/* Tags and labels have name spaces of their own: here a tag a and a label s, t and i. */
#include <stdio.h>

#ifndef N
#define N 22
#endif

struct a { int s; };
enum i { NONE, ONE };
static int a[N];

#pragma hpf processors P(4)
#pragma hpf distribute a(cyclic(2)) onto P

static int digits(int s)
{
    int t = 0;
s:
    t++;
    s /= 10;
    if (s)
        goto s;
    return t;
}

int main(void)
{
    struct a box = { 4 };
    enum i kind = ONE;
    int s, i, sum = 0;

    for (i = 0; i < N; i++) {
        s = i * box.s;
        a[i] = s + (int)kind;
    }
    for (i = 0; i < N; i++)
        sum += a[i];
    printf("sum %d digits %d size %d\n", sum, digits(sum), (int)(sizeof(struct a) == sizeof(int)));
    printf("a %d %d\n", a[3], a[N - 1]);
    return 0;
}
