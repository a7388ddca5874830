/* What sizeof says of distributed arrays, rows of them, and what pointers to them lead to. */
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 12
#endif
#define M 6
#define BYTES(x) sizeof(x)
typedef double cell;
cell s[N][M], v[N], t[N][M][3];
double *f, (*r)[M], **u, (*w)[N][M];
#pragma hpf processors P(*)
#pragma hpf template T(N)
#pragma hpf distribute T(cyclic) onto P
#pragma hpf align s(i, *) with T(i)
#pragma hpf align v(i) with T(i)
#pragma hpf align t(i, *, *) with T(i)
#pragma hpf align r(i, *) with T(i)
#pragma hpf align u(i, *) with T(i)
#pragma hpf align w(i, *) with T(i)
#pragma hpf dimension(N, M), align(i, *) with T(i)::f
int main(void)
{
    f = malloc(N * M * sizeof *f);
    r = malloc(N * sizeof *r);
    w = malloc(sizeof *w);
    u = malloc(N * sizeof *u);
    for (int i = 0; i < N; i++)
        u[i] = malloc(M * sizeof **u);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            f[i * M + j] = s[i][j] = i;
            v[i] = j;
            r[i][j] = u[i][j] = (*w)[i][j] = t[i][j][0] = 1;
        }
    printf("%d %d %d %d\n", (int)sizeof s, (int)sizeof(s), (int)sizeof s[0], (int)sizeof(s[1]));
    printf("%d %d\n", (int)sizeof *s, (int)sizeof(**s));
    printf("%d %d %d %d\n", (int)sizeof s[0][0], (int)sizeof v[0], (int)sizeof *v, (int)sizeof v);
    printf("%d %d %d %d\n", (int)sizeof t[0], (int)sizeof t[0][1], (int)sizeof *t,
           (int)sizeof *t[2]);
    printf("%d %d %d %d\n", (int)sizeof r[0], (int)sizeof *r, (int)sizeof r[0][0], (int)sizeof r);
    printf("%d %d %d %d\n", (int)sizeof *w, (int)sizeof(*w)[0], (int)sizeof(*w)[0][0],
           (int)sizeof w);
    printf("%d %d %d %d\n", (int)BYTES(s), (int)BYTES(s[0]), (int)BYTES(t[1]), (int)BYTES(*t));
    printf("%d\n", (int)(sizeof s / sizeof s[0]));
    printf("%d\n", (int)(sizeof(s) / sizeof(*s)));
    return 0;
}
