/* Array assignments: sections are base:length:step. */
#include "rows.h"

#define N 64
#define MIDDLE [4:8]

double a[N], b[N], m[N][N], v[N];
int at[N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf distribute m(block,*) onto P
#pragma hpf align b(i) with a(i)

int main(void)
{
    int k = 3;
    a[:] = b[:];
    b[1:4] = a[4:4]; a[:N / 2] = b[N / 2:] * 2 + k;
    a[::2] = b[1::2];
    a[N - 1::-1] = b[:];
    m[0:N][:] = 0.0;
    m[k][1:10] = m[1:10][k];
    m[:][2:3] += m[:][k:3];
    ALL(a) = ALL(b) + fabs(ALL(b));
    a MIDDLE = b MIDDLE;
    a[k ? 1 : 2] = 1;
    a[k ? 1 : 2 : 5] = b[k ? (k ? 1 : 2) : 2 : 5];
    v[:] = a[at[:]];
    a
      [ 2
        : 5 // [:]
      ]++;
    switch (k) { case 1: a[0:2] = 1; default: ; }
    for (int i = 0; i < N; i++)
        m[i][i:N - i] = m[i][0:N - i];
    if (b[:] > 0)
        a[:] = 1 / b[:];
    else {
        a[:] = 0;
        v[0:N] = 1;
    }
    return 0;
}
