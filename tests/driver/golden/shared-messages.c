/* Two nests read B, one its neighbours, one with exchanged indices, and nothing writes it between
 * them: one exchange, at the first, which says what it is for. By hand, blocks of 32 rows and
 * columns: four neighbours get 31 elements of a row each, and two blocks of 1024 change places: 6
 * messages, 2172 elements. */
#define N 64
double A[N][N], B[N][N];
#pragma hpf processors P(2, 2)
#pragma hpf template T(N, N)
#pragma hpf distribute T(block, block) onto P
#pragma hpf align A(i, j) with T(i, j)
#pragma hpf align B(i, j) with T(i, j)
int main(void)
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            A[i][j] = B[i - 1][j] + B[i + 1][j];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            A[i][j] += B[j][i];
    return 0;
}
