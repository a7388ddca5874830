/* Sums, largest values and counts in arrays that are members of a structure. */
#include <stdio.h>

#define N 64

struct stats {
    double sum[3], most[2];
    int count[2];
};

static double u[N], v[N];
#pragma hpf processors P(4)
#pragma hpf distribute (block) onto P :: u, v

static void gather(struct stats *s)
{
    for (int k = 0; k < 3; k++)
        s->sum[k] = 0;
    s->most[0] = s->most[1] = 0;
    s->count[0] = s->count[1] = 0;
    for (int i = 0; i < N; i++) {
        s->sum[0] += u[i];
        s->sum[1] += u[i] * v[i];
        s->sum[2] = s->sum[2] + v[i];
        if (u[i] > s->most[0])
            s->most[0] = u[i];
        s->most[1] = s->most[1] < v[i] ? v[i] : s->most[1];
        s->count[u[i] > v[i]]++;
    }
}

int main(void)
{
    struct stats s;

    for (int i = 0; i < N; i++) {
        u[i] = i * 3 % 11;
        v[i] = i * 5 % 13;
    }
#pragma fpredict region work
    for (int t = 0; t < 3; t++) {
        gather(&s);
        for (int i = 0; i < N; i++)
            u[i] += s.sum[0] / N + s.most[0];
    }
    printf("%g %g %g %g %g %d %d\n", s.sum[0], s.sum[1], s.sum[2], s.most[0], s.most[1],
           s.count[0], s.count[1]);
    return 0;
}
