/* Where the values of integer variables come from. */
#include <stdio.h>
#include <stdlib.h>
#define N 64
enum { SMALL = 4, NEXT, DERIVED = N / 2, AFTER };
const int width = 3;
const int twice = 2 * N;
static int set_once, never_set;
int external_count;
double x[N];

#pragma hpf processors P(SMALL)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align x(i) with T(i)

static int helper(int n)
{
    set_once = 12;
    return n;
}

int main(int argc, char **argv)
{
    int steps = 10;             /* a parameter, assumed to stay 10 */
    int last = N - 1;           /* the expression N - 1 */
    int asked = atoi(argv[1]);  /* nobody knows */
    int changed = 1;            /* two values, one after the other */
    int read, counter = 0, i, j, before, after;
    scanf("%d", &read);
    for (i = 0; i < steps; i++) x[i] = SMALL + NEXT;
    for (i = 0; i < last; i++) x[i] = DERIVED;
    for (i = 0; i < AFTER; i++) x[i] = width;
    for (i = 0; i < asked; i++) x[i] = 0;
    for (i = 0; i < changed; i++) x[i] = 1;
    changed = 2;
    for (i = 0; i < changed; i++) x[i] = 2;
    if (argc > 2)
        changed = atoi(argv[2]);
    for (i = 0; i < changed; i++) x[i] = 3;
    for (i = 0; i < read; i++) x[i] = 4;
    for (i = 0; i < set_once + width; i++) x[i] = twice;
    for (i = 0; i < external_count; i++) x[i] = 5;
    for (i = 1; i < N - 1; i++) {
        before = i - 1;         /* followed forward */
        after = i + 1;
        x[i] = x[before] + x[after];
        if (x[i] > 0) {
            x[counter] = 0;     /* a counter varies */
            counter++;
        }
        after = 2 * after;
        x[after] = 1;
    }
    for (i = 0, j = N; i < j; i++) x[j - 1] = helper(i);
    return counter;
}
