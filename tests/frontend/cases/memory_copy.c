/* memcpy, memmove and memset of distributed arrays are array assignments. */
#include <string.h>
#define N 16
#define M 4
static double a[N], b[N], m[N][M], w[N][M], local[N];
static float f[N];
#pragma hpf processors P(2)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)
#pragma hpf align f(i) with T(i)
#pragma hpf align m(i, *) with T(i)
#pragma hpf align w(i, *) with T(i)
int main(void)
{
    memcpy(a, b, sizeof a);                       /* 16 elements */
    memmove(a + 1, b, (N - 1) * sizeof *a);       /* 15, one further */
    memset(m, 0, sizeof m);                       /* 16 rows of 4 */
    memcpy(m[2], w[3], M * sizeof(double));       /* one row */
    memcpy(&m[4][0], &w[5][0], 2 * sizeof m[0]);  /* two rows */
    memcpy(local, a, N * sizeof(double));         /* all get all of it */
    memcpy(local, local + 8, 8 * sizeof *local);  /* no distributed data */
    memcpy(f, a, sizeof f);                       /* not element by element */
    memset(a, 0, 12);                             /* one and a half */
    return 0;
}
