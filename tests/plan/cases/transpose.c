#define N 48
#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,*) onto P
#pragma hpf align a(i,j) with T(i,j)
#pragma hpf align b(i,j) with T(i,j)
float a[N][N], b[N][N];
void turn(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            b[i][j] = a[j][i];
}
/* By hand. Each of 12 pairs exchanges 12 x 12 floats. */
/* moves: 12 messages, 6912 bytes */
