/* Functions without a body here: what they may touch, and what is said of it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#define N 16
double seen[N];               /* other files see it */
static double own[N], kept[N]; /* not seen, but for the one whose address is stored */
double *handle;
int limit = 8;                /* other files may change it */
#pragma hpf processors P(2)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align seen(i) with T(i)
#pragma hpf align own(i) with T(i)
#pragma hpf align kept(i) with T(i)

void any(void);
double half(double) __attribute__((const));
double sum(const double *) __attribute__((pure));
void look(const double *);
void change(double *);
static int by_size(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}
static double first(double x)
{
    return own[0] + x;
}

int main(void)
{
    int order[4] = {3, 1, 2, 0};
    double x = half(sin(2.0)); /* costs, and leaves all alone */
    printf("%g %g\n", x, (double)clock()); /* known */
    double *p = malloc(sizeof *p * 4);
    free(p);
    sleep(1);
    look(own);
    x = sum(own);
    change(own);
    handle = kept;
    any(); /* seen and kept */
    qsort(order, 4, sizeof *order, by_size); /* a cost */
    double (*f)(double) = first;
    x = f(x);
    for (int i = 0; i < limit; i++)
        own[i] = x;
    return 0;
}
