/* Functions from a table of structures, chosen at run time; others, which change variables, are
 * called by their names, or led to by pointers of their own. */
#include <stdio.h>
#include <string.h>

#ifndef N
#define N 24
#endif

static double a[N];
static int steps;

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)

typedef double (*source_fn)(int);

static double half(double x) { return 0.5 * x; }
static double ramp(int t) { return half(t); }
static double square(int t) { return t * t; }
static const struct {
    const char *name;
    source_fn at;
} sources[] = {{"ramp", ramp}, {"square", square}};

static void count(void) { steps++; }
static void clear(void)
{
    for (int i = 0; i < N; i++)
        a[i] = 0.0;
}

static source_fn find(const char *name)
{
    for (int s = 0; s < 2; s++)
        if (strcmp(sources[s].name, name) == 0)
            return sources[s].at;
    return 0;
}

int main(int argc, char **argv)
{
    source_fn source = find(argc > 1 ? argv[1] : "square");
    void (*each)(void) = count;
    clear();
    for (int t = 0; t < 5; t++) {
        a[N / 2] += source(t);
        for (int i = 0; i < N; i++)
            a[i] += sources[t % 2].at(i);
        (*each)();
    }
    double sum = 0.0;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i + 1);
    printf("%d steps: %g\n", steps, sum);
    return 0;
}
