/* Loops that members of structures count: on the heap, of the file, with values, in structures, by pointers, backwards,
 * divided, and what they hold afterwards. */
#include <stdio.h>
#include <stdlib.h>

struct clock {
    int t, end;
};
struct sim {
    struct clock c;
    int i, j, n;
    double e;
};
static double u[N], v[N];
static struct sim all;
static struct clock begun = {3, 9};
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align (i) with T(i) :: u, v

static void step(struct clock *c)
{
    for (int i = 0; i < N; i++)
        u[i] += c->t;
}

int main(void)
{
    struct sim *s = malloc(sizeof *s);
    struct clock one = {.t = 2, .end = 6};

    s->n = N;
    s->c.end = 5;
    s->e = 0;
    for (s->i = 0; s->i < s->n; s->i++)
        u[s->i] = s->i * 5 % 17;
    for (s->c.t = 0; s->c.t < s->c.end; s->c.t++) {
        for (all.i = 1; all.i < N - 1; all.i++)
            v[all.i] = u[all.i - 1] + u[all.i + 1];
        for (all.j = N - 2; all.j > 0; all.j -= 1)
            u[all.j] = v[all.j] / 2;
        for (s->j = 0; s->j < N; ++s->j)
            s->e += u[s->j];
        u[0] = s->c.t;
    }
    if (one.t > 1)
        u[3] += 100;
    while (begun.t < begun.end) {
        step(&begun);
        begun.t++;
    }
    for (one.t = 0; one.t < one.end; one.t++) {
        step(&one);
        if (one.t % 2)
            u[one.t] = 5;
    }
    all.n = 3;
    do {
        for (int i = 0; i < N; i++)
            u[i] += all.n;
        all.n--;
    } while (all.n > 0);
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += (i + 1) * u[i];
    printf("%d %d %d %d %d %d %d %d\n", s->i, s->j, s->c.t, all.i, all.j, all.n, begun.t, one.t);
    printf("%.6f %.6f\n", sum, s->e);
    free(s);
    return 0;
}
