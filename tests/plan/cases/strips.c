/* options: --distribute T(*,cyclic(2)) */
/* --distribute replaces blocks on a 2-D grid by strips on an implied 1-D one. */
#define N 64
#pragma hpf processors P(2,2)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,block) onto P
#pragma hpf align u(i,j) with T(i,j)
#pragma hpf align v(i,j) with T(i,j)
float u[N][N], v[N][N];
void sweep(void)
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            v[i][j] = u[i][j-1] + u[i+1][j];
}
/* By hand. Of columns 1 to 62, those that begin a strip of two need the column to
 * their left: 2, 4, ..., 62, 31 of them, 62 rows of floats each. */
/* moves: 4 messages, 7688 bytes */
