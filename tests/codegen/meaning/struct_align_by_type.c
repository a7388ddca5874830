/* Members are aligned with members by the name of their structure, which is a variable's, too, and
 * by that of an array of structures without a name. */
#include <stdio.h>
#include <stdlib.h>

#define LEVELS 3

static int level = 3;
static struct level {
    int n;
    double *u, *f;
} lev[LEVELS];
static struct {
    int n;
    double *u, *f;
} own[LEVELS];

#pragma hpf processors P(4)
#pragma hpf dimension(n) :: level.u, level.f
#pragma hpf distribute level.u(block) onto P
#pragma hpf align level.f(i) with level.u(i)
#pragma hpf dimension(n) :: own.u, own.f
#pragma hpf distribute own.u(block) onto P
#pragma hpf align own.f(i) with own.u(i)

int main(void)
{
    for (int l = 0; l < LEVELS; l++) {
        double sum = 0;
        lev[l].n = 16 >> l;
        lev[l].u = malloc(lev[l].n * sizeof(double));
        lev[l].f = malloc(lev[l].n * sizeof(double));
        own[l].n = 16 >> l;
        own[l].u = malloc(own[l].n * sizeof(double));
        own[l].f = malloc(own[l].n * sizeof(double));
        for (int i = 0; i < lev[l].n; i++)
            lev[l].u[i] = i * i;
        for (int i = 1; i < lev[l].n; i++)
            lev[l].f[i] = lev[l].u[i - 1];
        for (int i = 0; i < own[l].n; i++)
            own[l].u[i] = i + level;
        for (int i = 1; i < own[l].n; i++)
            own[l].f[i] = own[l].u[i - 1];
        for (int i = 1; i < lev[l].n; i++)
            sum += lev[l].f[i];
        for (int i = 1; i < own[l].n; i++)
            sum += 1000 * own[l].f[i];
        printf("%.12g\n", sum);
    }
    return 0;
}
