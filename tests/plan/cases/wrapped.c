/* Subscripts that wrap round, and those that are kept within the array, as boundaries are written:
 * shifts, but for the last one, which goes round twice. */
#define N 16
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define CLAMP(x) ((x) < 0 ? 0 : (x) >= N ? N - 1 : (x))
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
double u[N], v[N], a[N][N], b[N][N], c[N * N], d[N * N];
#pragma hpf align(i) with T(i) :: u, v
#pragma hpf align(i,*) with T(i) :: a, b
#pragma hpf dimension(N,N), align(i,*) with T(i) :: c, d

void remainder_of(void)
{
    for (int i = 0; i < N; i++)
        v[i] = u[(i + N - 1) % N] + u[(i + 1) % N];
}

void masked(void)
{
    for (int i = 0; i < N; i++)
        v[i] = u[(i + N - 1) & (N - 1)] + u[(i + 1) & (N - 1)];
}

void chosen(void)
{
    for (int i = 0; i < N; i++)
        v[i] = u[i == 0 ? N - 1 : i - 1] + u[i != N - 1 ? i + 1 : 0];
}

void compared(void)
{
    for (int i = 0; i < N; i++)
        v[i] = u[i - 1 < 0 ? i - 1 + N : i - 1] + u[i + 1 >= N ? i + 1 - N : i + 1];
}

void clamped(void)
{
    for (int i = 0; i < N; i++)
        v[i] = u[CLAMP(i - 1)] + u[MIN(i + 1, N - 1)];
}

void flat(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            d[i * N + j] = c[((i + N - 1) % N) * N + (j + 1) % N] +
                           c[(i == N - 1 ? 0 : i + 1) * N + (j == 0 ? N - 1 : j - 1)];
}

void flat_clamped(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            d[i * N + j] = c[MAX(i - 1, 0) * N + CLAMP(j - 2)] + c[CLAMP(i + 1) * N + j];
}

void window(int m)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = -m; k <= m; k++)
                d[i * N + j] += c[i * N + CLAMP(j + k)];
}

void two_apart(void)
{
    for (int i = 0; i < N; i++)
        v[i] = u[(i + N - 2) % N];
}

void across(void)
{
    for (int i = 0; i < N; i++)
        v[i] = u[(i + N / 2) % N];
}

void inside(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            b[i][j] = a[i][(j + 1) % N];
}

void twice_round(void)
{
    for (int i = 0; i < N; i++)
        v[i] = u[2 * i % N];
}
/* By hand; each processor has 4 elements, or 4 rows of 16. The first four: each gets an element from
 * either neighbour on the ring, 8 messages, 64 bytes each time. clamped: 6 messages, 48 bytes.
 * flat: 8 rows of 16, 1024 bytes. flat_clamped: 3 processors get columns 0 … 13 of the row above,
 * and 3 the row below, 6 messages of 112 and 128 bytes, 720 in all. two_apart: 4 messages, 64 bytes.
 * window: none; that it stays within the row is proved.
 * across: 4 messages of 4 elements, 128 bytes. twice_round: processor 0 has 0 and 2 of 0, 2, 4, 6,
 * and processor 3 has 12 and 14 of 8, 10, 12, 14; 1 and 2 have none: 6 messages of 2 elements, 96
 * bytes. */
/* set: m=2 */
/* moves: 66 messages, 2336 bytes */
