/* A product, a transpose and what indices gather, by XcalableMP's library. */
#include <mpi.h>
#include <stdio.h>
#include <xmp.h>

#define N 16
#define M 8

#pragma xmp nodes p[*]
#pragma xmp template t[N]
#pragma xmp distribute t[block] onto p

double a[N][M], b[M][N], c[N][N], turned[M][N], v[N], w[N];
int at[N];
#pragma xmp align a[i][*] with t[i]
#pragma xmp align b[*][i] with t[i]
#pragma xmp align c[i][*] with t[i]
#pragma xmp align turned[*][i] with t[i]
#pragma xmp align v[i] with t[i]
#pragma xmp align w[i] with t[i]
#pragma xmp align at[i] with t[i]

int main(void)
{
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++) {
        v[i] = i;
        at[i] = N - 1 - i;
        for (int j = 0; j < M; j++) {
            a[i][j] = i + j;
            b[j][i] = i - j;
        }
    }
#pragma fpredict region work
    {
        xmp_matmul(xmp_desc_of(c), xmp_desc_of(a), xmp_desc_of(b));
        xmp_transpose(xmp_desc_of(turned), xmp_desc_of(a), 0);
        xmp_gather(xmp_desc_of(w), xmp_desc_of(v), xmp_desc_of(at));
    }
    return 0;
}
