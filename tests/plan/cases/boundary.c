/* A row and an element: the guard stands outside the loop over the row. */
#define N 40
#pragma hpf processors P(2,2)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,block) onto P
#pragma hpf align u(i,j) with T(i,j)
double u[N][N];
void edge(void)
{
    for (int j = 0; j < N; j++)
        u[0][j] = 1;
    u[N-1][N-1] = 2;
}
