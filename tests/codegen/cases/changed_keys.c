/* Where elements are that a loop needs depends on scalars, which are others each time that its
 * function is called: a file's, a static one, one that is passed and that only the data tell, a
 * bound, and one that says which row is read and which one is written. Who sends what is worked out
 * anew for each value, and nothing is fetched before the value is there. */

#include <stdio.h>
#ifndef N
#define N 16
#endif
#define STEPS 5

#pragma hpf processors P(2)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
static int u[N], v[N], w[N], pair[2][N], shift, bound, current;
#pragma hpf align u(i) with T(i)
#pragma hpf align v(i) with T(i)
#pragma hpf align pair(*, i) with T(i)

static void add(void)
{
    for (int i = 0; i < N; i++)
        u[i] = v[i] + i;
}

static void by_file(void)
{
    for (int i = 0; i < N; i++)
        v[i] = u[(i + shift) % N];
    add();
    shift = (shift * 3 + 1) % N;
}

static void by_static(void)
{
    static int s = 2;
    for (int i = 0; i < N; i++)
        v[i] = u[(i + s) % N];
    add();
    s = (s * 3 + 2) % N;
}

static void to_file(void)
{
    for (int i = 0; i < N; i++)
        v[(i + shift) % N] = u[i];
    add();
    shift = (shift * 5 + 3) % N;
}

static void by_formal(int s)
{
    for (int i = 0; i < N; i++)
        v[i] = u[(i + s) % N];
    add();
}

static void by_bound(void)
{
    for (int i = 0; i < bound; i++)
        v[i] = u[w[i]];
    add();
    bound = (bound * 3 + 2) % N + 1;
}

static void by_row(void)
{
    int c = current;
    for (int i = 0; i < N; i++)
        pair[c ^ 1][i] = pair[c][(i + 1) % N] + i;
    current ^= 1;
}

static void unwritten(void)
{
    for (int i = 0; i < N; i++)
        v[i] = v[i] + u[(i + shift) % N];
    shift = (shift * 3 + 2) % N;
}

static void next(int *s)
{
    *s = (*s * 3 + 2) % N;
}

static void by_address(void)
{
    for (int i = 0; i < N; i++)
        v[i] = v[i] - u[(i + shift) % N];
    next(&shift);
}

static void show(const char *of)
{
    printf("%s:", of);
    for (int i = 0; i < N; i++)
        printf(" %d", u[i]);
    printf("\n");
}

int main(void)
{
    for (int i = 0; i < N; i++)
        u[i] = i * i % 7;
    for (int i = 0; i < N; i++)
        w[i] = N - 1 - i;
    shift = 1;
    for (int t = 0; t < STEPS; t++)
        by_file();
    show("a file's");
    for (int t = 0; t < STEPS; t++)
        by_static();
    show("static");
    for (int t = 0; t < STEPS; t++)
        to_file();
    show("written");
    int s = 1;
    for (int t = 0; t < STEPS; t++) {
        by_formal(s);
        s = u[0] % N;
    }
    show("passed");
    bound = 2;
    for (int t = 0; t < STEPS; t++)
        by_bound();
    show("a bound");
    for (int t = 0; t < STEPS; t++)
        unwritten();
    for (int i = 0; i < N; i++)
        u[i] = v[i];
    show("unwritten");
    for (int t = 0; t < STEPS; t++)
        by_address();
    for (int i = 0; i < N; i++)
        u[i] = v[i];
    show("by an address");
    for (int i = 0; i < N; i++)
        pair[0][i] = u[i];
    for (int t = 0; t < STEPS; t++)
        by_row();
    for (int i = 0; i < N; i++)
        u[i] = pair[current][i];
    show("rows");
    return 0;
}
