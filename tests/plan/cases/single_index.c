/* A row that a scalar names, of which only the run knows which: one row goes to its readers, once for each
 * value that the scalar gets, after it got it. Where it changes inside of what one fetch serves, and where
 * something else changes the index as well, any row may be meant. */
#define N 64
#define M 10

double a[N][M], b[M], c[M], d[M];
int next[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i,*) with T(i)

int main(void)
{
    int row = next[0];
    for (int t = 0; t < 5; t++) {
        row = next[row];
        for (int j = 0; j < M; j++)
            b[j] += a[row][j];
        for (int i = 0; i < N; i++)
            a[i][0] += 1;
    }
    row = next[1];
    for (int j = 0; j < M; j++)
        c[j] = a[row + 2][j];
    for (int j = 0; j < M; j++)
        d[j] = a[next[j]][j];
    for (int t = 0; t < 5; t++) {
        d[t] += a[row][t];
        row = next[row];
    }
    return 0;
}
/* no proof: a row that only the run knows stands for others in the plan */
