/* Functions that are there in several forms, one for each structure: called in each other, by a macro that has its argument
 * twice, before their definition, with types of their own; and names that read alike. */
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 40
#endif

typedef struct {
    double *b_u, sum;
} wide;
typedef struct {
    double *u;
    int steps;
} field;
typedef struct {
    int id;
    field in;
} holder;
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align(i) with T(i) :: wide.b_u, field.u

#define BOTH(f) do { f(&a); f(&a_b); } while (0)

static double total(const field *f);

static void make(field *f)
{
    f->u = calloc(N, sizeof *f->u);
    f->steps = 0;
}

typedef double factor;

static field *grow(field *f, factor by)
{
    for (int i = 0; i < N; i++)
        f->u[i] += by * i;
    f->steps++;
    return f;
}

static void raise(field *f)
{
    for (int i = 0; i < N; i++)
        f->u[i] += 1;
}

static void hold(holder *h)
{
    for (int i = 0; i < N; i++)
        h->in.u[i] = i % 3;
}

/* Never called. */
void spare(field *f, field *g);
void spare(field *f, field *g)
{
    double *p = g->u;
    f->u = p;
}

static void add_up(wide *w)
{
    w->sum = 0;
    for (int i = 0; i < N; i++)
        w->sum += w->b_u[i];
}

static double total(const field *f)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        s += f->u[i] * (1 + i % 4);
    return s;
}

int main(void)
{
    field a, a_b;
    wide a_, w;
    holder one, other;
    BOTH(make);
    make(&one.in);
    make(&other.in);
    a_.b_u = malloc(N * sizeof(double));
    w.b_u = malloc(N * sizeof(double));
    for (int i = 0; i < N; i++) {
        a_.b_u[i] = i;
        w.b_u[i] = -2 * i;
    }
    grow(grow(&a, 2), 3);
    field *p = grow(&a_b, 5);
    grow(grow(p, 1), 1);
    BOTH(raise);
    hold(&one);
    hold(&other);
    raise(&other.in);
    add_up(&a_);
    add_up(&w);
    printf("%g %g %g %g %g %g %d %d\n", total(&a), total(&a_b), total(&one.in), total(&other.in),
           a_.sum, w.sum, a.steps, a_b.steps);
    return 0;
}
