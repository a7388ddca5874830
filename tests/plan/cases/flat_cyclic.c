/* A flat matrix is transposed, its rows dealt out in turn; and the elements of every other row. */
#define N 8
#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(cyclic,*) onto P
double a[N * N], b[N * N];
#pragma hpf dimension(N,N), align(i,j) with T(i,j) :: a, b

void turn(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            b[i * N + j] = a[i + j * N];
}

void halve(void)
{
    for (int i = 0; i < N / 2; i++)
        for (int j = 0; j < N / 2; j++)
            b[i * N + j] = a[2 * i * N + 2 * j];
}
/* By hand; each processor has 2 rows. turn: it gets 2 x 2 elements from each other, 12 messages of
 * 32 bytes. halve: rows 1, 2 and 3 are computed from rows 2, 4 and 6, of which no two have one
 * owner: 4 elements, 3 messages of 32 bytes. */
/* moves: 15 messages, 480 bytes */
