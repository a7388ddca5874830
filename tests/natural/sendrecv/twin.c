/* What jacobi.c does, data-parallel: table.sh has it predicted with --exchange sendrecv. */

static double u[N][N], v[N][N];
#pragma hpf processors P(ROWS, COLUMNS)
#pragma hpf template T(N, N)
#pragma hpf distribute T(block, block) onto P
#pragma hpf align u(i, j) with T(i, j)
#pragma hpf align v(i, j) with T(i, j)

int main(void)
{
    for (int it = 0; it < SWEEPS; it++) {
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
        for (int i = 1; i < N - 1; i++)
            for (int j = 1; j < N - 1; j++)
                u[i][j] = v[i][j];
    }
    return 0;
}
