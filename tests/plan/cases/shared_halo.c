/* Two nests read u; nothing writes it between: one exchange, before the first.
 * w's nest needs the same row again, and a column more. */
#define N 64
#pragma hpf processors P(2,2)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,block) onto P
#pragma hpf align (i,j) with T(i,j) :: u, v, w
double u[N][N], v[N][N], w[N][N];
void sweep(void)
{
    for (int i = 1; i < N; i++)
        for (int j = 1; j < N; j++)
            v[i][j] = u[i-1][j];
    for (int i = 1; i < N; i++)
        for (int j = 1; j < N; j++)
            w[i][j] = u[i-1][j] + u[i][j-1];
}
/* By hand. Row 31 goes down: 31 elements (columns 1 to 31) and 32; column 31 goes
 * right: 31 and 32. 126 elements of 8 bytes. */
/* moves: 4 messages, 1008 bytes */
