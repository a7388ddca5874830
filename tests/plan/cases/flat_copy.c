/* Elements that the library copies in flat arrays: rows, and less than a row. */
#include <string.h>

#define N 16
#define M 12
#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P
double u[N * M], v[N * M];
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: u, v

void all(void)
{
    memcpy(v, u, N * M * sizeof *u);
}

void shifted(void)
{
    memcpy(v + M, u, (N - 1) * M * sizeof *u);
}

void parts(void)
{
    for (int i = 1; i < N; i++)
        memcpy(&v[i * M + 1], u + (i - 1) * M + 2, (M - 3) * sizeof *u);
}

void zero(void)
{
    for (int i = 0; i < N; i += 2)
        memset(u + i * M, 0, M * sizeof *u);
}
/* By hand; each processor has 4 rows. all and zero send nothing. shifted: three get a row of 12,
 * 288 bytes. parts: three get 9 elements of a row, 216 bytes. */
/* moves: 6 messages, 504 bytes */
