/* flags: -DM=12 -DEMPTY -DBOTH=(M+1) */
/* Macros stay names wherever a number is used. */
#ifndef N
#define N 256
#endif
#define SQUARE (16 * 16)
#define INNER (N - 2)
#define OPEN N + 1
#define NEGATIVE (-3)
#define AT(i, j) ((i) * N + (j))
#define ELEMENT(i) flat[(i) + OFFSET]
#define OFFSET 7
#define FOR(v, n) for (int v = 0; v < (n); v++)
#define HEX 0x10L
#define BITS 5
#if N > 100
double flat[N * N], u[N][INNER];
#endif
double big[SQUARE];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align u(i,*) with T(i)

void work(void)
{
    FOR(i, N) FOR(j, INNER) u[i][j] = flat[AT(i, j)];
    for (int i = 0; i < SQUARE; i++) big[i] = M;
    for (int i = 0; i < 2 * OPEN; i++) ELEMENT(i) = 1;
    for (int i = N; i > NEGATIVE; i--) flat[i + 3] = 2;
    for (int i = 0; i < M; i++) flat[i] = 3;
    for (int i = 0; i < BOTH; i++) flat[i] = 4;
    for (int i = 0; i < HEX; i++) flat[i] = 5;
    for (int i = 0; i < (1 << BITS); i++) flat[i | BITS] = 5;
#undef OFFSET
#define OFFSET 9
    for (int i = OFFSET; i < N; i++) flat[i] = 6;
}
