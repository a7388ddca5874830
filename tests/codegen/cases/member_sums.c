/* Sums, extreme values, counts and places in structures: of arrays in them, of structures in them, by pointers to one and
 * to two, read as a whole, and by an address. */
#include <math.h>
#include <stdio.h>

struct inner {
    double part[2];
    int where;
};
struct stats {
    double sum[3];
    struct inner in;
    double most[2];
    int count[4];
    double last;
};
static double u[N], v[N];
static struct stats all, kept;
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align (i) with T(i) :: u, v

static void gather(struct stats *s, int k)
{
    for (int i = 0; i < 3; i++)
        s->sum[i] = i;
    s->in.part[0] = s->in.part[1] = 0;
    s->most[0] = s->most[1] = -1;
    s->count[0] = s->count[1] = s->count[2] = s->count[3] = 0;
    for (int i = 0; i < N; i++) {
        s->sum[0] += u[i];
        s->sum[k] = s->sum[k] + u[i] * v[i];
        s->in.part[i % 2] += v[i];
        if (u[i] > s->most[0])
            s->most[0] = u[i];
        s->most[1] = fmax(s->most[1], v[i]);
        s->count[(int)v[i] % 4]++;
    }
}

static void find(struct stats *s)
{
    s->last = -1;
    for (int i = 0; i < N; i++)
        if (u[i] > s->last) {
            s->last = u[i];
            s->in.where = i;
        }
}

static void print(const struct stats *s)
{
    printf("%.6f %.6f %.6f %.6f %.6f %g %g %d %d %d %d\n", s->sum[0], s->sum[1], s->sum[2],
           s->in.part[0], s->in.part[1], s->most[0], s->most[1], s->count[0], s->count[1],
           s->count[2], s->count[3]);
}

int main(void)
{
    struct stats a, b, vectors[2];
    struct inner mine = {{0, 0}, 0};
    struct stats *p = &all;

    for (int i = 0; i < N; i++) {
        u[i] = i * 5 % 17;
        v[i] = i * 3 % 7;
    }
    gather(&a, 1);
    gather(&b, 2);
    find(&a);
    print(&a);
    print(&b);
    printf("%g %d\n", a.last, a.in.where);
    for (int t = 0; t < 3; t++) {
        p->sum[t] = 0;
        for (int i = 1; i < N - 1; i++) {
            p->sum[t] += fabs(u[i] - v[i]);
            all.last = fmin(all.last, v[i]);
        }
        for (int i = 0; i < N; i++)
            v[i] += all.sum[t] / N;
    }
    kept = all;
    printf("%.6f %.6f %.6f %g\n", kept.sum[0], kept.sum[1], p->sum[2], p->last);
    for (int i = 0; i < N; i++) { /* the last values */
        mine.part[1] = u[i] + i;
        p->sum[2] = v[i];
        vectors[0].sum[1] = u[i] - v[i];
        u[i] = 2 * u[i] + 1;
    }
    printf("%.6f %.6f %.6f\n", mine.part[1], all.sum[2], vectors[0].sum[1]);
    for (int i = 0; i < N; i++) { /* private to the iterations */
        struct inner own;
        own.part[0] = u[i];
        own.part[1] = v[i] / 2;
        u[i] = own.part[0] - own.part[1];
    }
    for (int i = 0; i < N; i++) { /* not: it is looked at as a whole, in the next and after it */
        p->in.part[0] += u[i];
        kept = all;
        v[i] = kept.in.part[0];
    }
    a.sum[0] = 0;
    for (int i = 0; i < N; i++)
        a.sum[0] += u[i] + (i + 1) * v[i];
    print(&a);
    return 0;
}
