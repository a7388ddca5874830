/* c(i,j) += a(i,k) b(k,j): a's rows and b's columns go to all who need them,
 * once, before the nest; the sum over k stays with the owner of c(i,j). */
#define N 32
#pragma hpf processors P(2,2)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,block) onto P
#pragma hpf align a(i,j) with T(i,j)
#pragma hpf align b(i,j) with T(i,j)
#pragma hpf align c(i,j) with T(i,j)
float a[N][N], b[N][N], c[N][N];
void multiply(void)
{
    int i, j, k;
    float s;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            s = 0;
            for (k = 0; k < N; k++)
                s += a[i][k] * b[k][j];
            c[i][j] = s;
        }
}
/* By hand. Each processor gets 16 x 16 floats of a from its neighbour in the row,
 * and as many of b from that in the column: 8 messages of 1024 bytes. */
/* moves: 8 messages, 8192 bytes */
