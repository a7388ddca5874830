/* Pointers that move by elements and by rows, and loops that count by them. */
#include <stdio.h>

#define N 64
#define M 48

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P
double u[N][M], v[N * M];
#pragma hpf align u(i,j) with T(i,j)
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: v

int main(void)
{
    double *q = v;
    for (int i = 0; i < N; i++)
        for (double *p = u[i], *end = u[i] + M; p < end; p++)
            *p = *q++ = (i * 7 + (p - u[i]) * 3) % 11;
#pragma fpredict region work
    for (int t = 0; t < 5; t++) {
        q = v + M;
        for (int i = 1; i < N - 1; i++) {
            const double *up = &u[i - 1][1], *down = u[i + 1] + 1, *at = &u[i][1];
            for (int j = 1; j < M - 1; j++, at++)
                q[j] = 0.25 * (*up++ + *down++ + at[-1] + at[1]);
            q += M;
        }
        const double *s = v + M;
        for (int i = 1; i < N - 1; i++, s += M) {
            double *to = u[i] + 1;
            for (int j = 1; j < M - 1; j++)
                *to++ = 0.25 * (s[j - M] + s[j + M] + s[j - 1] + s[j + 1]);
        }
    }
    double s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += u[i][j] * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
