/* The intrinsic functions of <hpf.h>. */
#include <hpf.h>
#include <stdio.h>

#ifndef N
#define N 12
#endif
static double a[N], b[N], c[N], m[N][N], w[N][N], r[N][N];
static int k1[N], k2[N];
#pragma hpf processors P(2,2)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,block) onto P
#pragma hpf align a(i) with T(i,*)
#pragma hpf align b(i) with T(i,*)
#pragma hpf align c(i) with T(*,i)
#pragma hpf align k1(i) with T(i,0)
#pragma hpf align k2(i) with T(i,0)
#pragma hpf align m(i,j) with T(i,j)
#pragma hpf align w(i,j) with T(i,j)
#pragma hpf align r(i,j) with T(i,j)

static void show(const char *what)
{
    int i, j;
    double s = 0, t = 0;
    for (i = 0; i < N; i++)
        s += a[i] * (i + 1) + b[i] * (2 * i + 1) + c[i] * (i + 7);
    for (i = 0; i < N; i++)
        s += k1[i] * (i + 2) + k2[i] * (i + 5);
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            t += m[i][j] * (3 * i + j) + w[i][j] * (i + 5 * j) + r[i][j] * (i + j + 1);
    printf("%s %.10g %.10g\n", what, s, t);
}

int main(void)
{
    int i, j;
    for (i = 0; i < N; i++) {
        a[i] = (i * 5) % 7 + 0.5;
        b[i] = (i * 3) % 11;
        c[i] = i;
        k1[i] = (i * 7) % 5;
    }
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            m[i][j] = (i * 7 + j * 3) % 13 + 1;
            w[i][j] = (i + j * 11) % 17;
        }
    cshift(b, a, N, 3);
    cshift(k2, k1, N, -2);
    show("cshift");
    cshift(r, m, N, N, 1, 1);
    cshift(w, r, N, N, -2, 0);
    show("cshift 2");
    eoshift(b, a, N, 2, -1.0);
    eoshift(r, m, N, N, -1, 4.0, 0);
    show("eoshift");
    tshift(b, a, N, 2);
    tshift(r, w, N, N, 1, 1);
    show("tshift");
    transpose(r, m, N, N);
    show("transpose");
    spread(w, a, N, N, 1);
    spread(r, c, N, N, 0);
    show("spread");
    matmul(w, m, r, N, N, N);
    show("matmul");
    printf("%g %g %g %g\n", sum(a, N), product(a, N), maxval(m, N, N), minval(b, N));
    printf("%g %d %d\n", sum(m, N, N), sum(k1, N), maxval(k1, N));
    printf("%d %d %d\n", (int)maxloc(a, N), (int)minloc(m, N, N), (int)maxloc(k1, N));
    printf("%g\n", dot_product(a, b, N));
    return 0;
}
