/* A divided loop assigns a variable of the file; a function that is called after it reads it. */
#include <stdio.h>

#ifndef N
#define N 24
#endif

static double a[N];
static double current = -1;
static int position = -1;

#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P

static void show(const char *what)
{
    printf("%s %.12g %d\n", what, current, position);
}

int main(void)
{
    double sum = 0;

    show("start");
    for (position = 0; position < N; position++) {
        current = position * 1.5;
        a[position] = current * current;
    }
    show("end");
    for (int i = 0; i < N; i++)
        sum += a[i];
    printf("sum %.12g, %.12g and %.12g\n", sum, a[2], a[N - 1]);
    return 0;
}
