/* One array in several ways at one place. A row of copies: r(i) stands with
 * column 0 of T, so that r[i] goes along the rows of processors and r[j] from
 * row to column; each element goes to each processor once, in one message with
 * all that its owner has for it. */
#define N 8
#pragma hpf processors P(2,2)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,block) onto P
#pragma hpf align a(i,j) with T(i,j)
#pragma hpf align r(i) with T(i,0)
double a[N][N], r[N];
int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = r[i] * r[j];
    for (int i = 1; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = r[i - 1];
    return 0;
}
/* By hand. Blocks of 4: r[0..3] on (0,0), r[4..7] on (1,0). (0,1) gets r[0..3] for
 * r[i], r[4..7] for r[j]: 2 messages, 8 elements; (1,0) r[0..3]: 1, 4; (1,1) r[4..7],
 * and r[3] for r[i-1]: 2, 5. In all 5, 17 elements of 8 bytes. */
/* moves: 5 messages, 136 bytes */
