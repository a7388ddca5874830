/* A subscript of several loops that leads through the rows after its own is one for all dimensions,
 * if those before it are known, and else said; a skewed one, and one of a whole row, are neither. */
#define N 8
int first[2];
double a[N][2 * N];
#pragma hpf processors P(4)
#pragma hpf template T(N, 2 * N)
#pragma hpf distribute T(block, *) onto P
#pragma hpf align a(i, j) with T(i, j)

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 2 * N; j++)
            a[0][i * 2 * N + j] = 1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 2 * N; j++)
            a[first[1]][i * 2 * N + j] = 1;
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= N; j++)
            a[i][i + j] = 1;
    return 0;
}
