/* Loops that macros write, whose bodies have strings, pasted names, signs and comments in them. */
#include <limits.h>
#include <stdio.h>

#ifndef N
#define N 23
#endif
#define TEXT(x) #x
#define TEXT_OF(x) TEXT(x)
#define JOIN(a, b) a##b
#define NEG -1
#define FOR_ALL(v, from, ...) for (v = (from); v < N; v++) { __VA_ARGS__ }
#define ADD(s, array, by) { s = 5; for (i = 0; i < N; i++) s += array[i] -by; }
#define SHOW(name, array) \
    do { \
        double JOIN(sum_, name) = 0; \
        for (i = 0; i < N; i++) \
            JOIN(sum_, name) += array[i]; \
        printf("%s %s %.12g\n", #name, TEXT_OF(name), JOIN(sum_, name)); \
    } while (0)

static double first[N], second[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align first(i) with T(i)
#pragma hpf align second(i) with T(i)

int main(void)
{
    double s, q, r;
    int i;

    FOR_ALL(i, 0, first[i] = i - NEG; second[i] = first[i] - -i; /* a comment, with
        a line */ if (i % 2) second[i] += 1;) printf("here\n");
    ADD(s, first, NEG)
    ADD(q, first /* the first */, -i)
    ADD(r, second, +1)
    printf("%.12g %.12g %.12g %d\n", s, q, r, i);
    SHOW(first, first);
    SHOW(N, second); SHOW(x1, second); printf("here\n");
    int j;
    FOR_ALL(i, 1, FOR_ALL(j, 0, if (i == j) second[i] = first[i - 1];))
    SHOW(y, second);
    return 0;
}
