/* What only some processors execute, and all would have to. */
#include <stdio.h>
#include <string.h>
#define N 16
double a[N], b[N];
int counter;
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf align b(i) with a(i)

static int next(void)
{
    return ++counter;
}

static double sum(void)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        s += b[i];
    return s;
}

static double thrown(double most)
{
    return most * (strtok(NULL, " ") != NULL);
}

static double twice(double x)
{
    double y = x;
    y += x;
    return y;
}

static double moved(void)
{
    b[2] = 1;
    return 2;
}

int main(void)
{
    int k = 3;
    a[3] = next();
    a[4] = sum();
    a[5] += thrown(2);
    a[6] = twice(2);
    for (int i = 0; i < N; i++)
        b[i] += strtok(NULL, ",") != NULL;
    for (int i = 0; i < N; i++)
        b[i] += twice(a[i]);
    a[k] = b[++k];
    double t = moved() + b[2];
    a[0] = t;
    printf("%g %d %d\n", a[3] + b[4], counter, k);
    return 0;
}
