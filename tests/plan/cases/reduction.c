/* The largest change of each sweep, found without a directive; a sum over one
 * row, which only some processors hold; and one that is private to (i). */
#define N 40
#pragma hpf processors P(2,2)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,block) onto P
#pragma hpf align u(i,j) with T(i,j)
#pragma hpf align r(i) with T(i,*)
double u[N][N], r[N];
double all(int sweeps)
{
    double sum = 0, big = 0, row;
    for (int it = 0; it < sweeps; it++) {
        big = 0;
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                if (u[i][j] > big)
                    big = u[i][j];
    }
    for (int j = 0; j < N; j++)
        sum += u[3][j];
    for (int i = 0; i < N; i++) {
        row = 0;
        for (int j = 0; j < N; j++)
            row += u[i][j];
        r[i] = row;
    }
    return sum + big;
}
/* The data of the sum come through a scalar of each iteration. */
double distance(void)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double d = u[i][j] - 1;
            sum += d * d;
        }
    return sum;
}
/* By hand. Row 3 of u goes down, 2 messages of 20 elements; for the sums of rows each
 * gets its neighbour's 20 x 20: 4 of 400. 1640 elements of 8 bytes. */
/* moves: 6 messages, 13120 bytes */
