/* One subscript for all dimensions, of arrays that are declared so or that have rows: it is divided
 * into one for each. */
#define N 16
#define M 12
#define L 3
#define IDX(i, j) ((i)*M + (j))
#define CUBE(i, j, k) c[((i)*N + (j)) * M + (k)]
#pragma hpf processors P(2,2)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,block) onto P
#pragma hpf template S(L,N,M)
#pragma hpf distribute S(*,block,block) onto P
double u[N * M], v[N * M], w[(N - 2) * M], c[L * N * M], d[L * N * M], r[N][M], q[N][M];
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: u, v
#pragma hpf dimension(N-2,M), align(i,j) with T(i+1,j) :: w
#pragma hpf dimension(L,N,M), align(i,j,k) with S(i,j,k) :: c, d
#pragma hpf align(i,j) with T(i,j) :: r, q

void jacobi(void)
{
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < M - 1; j++)
            v[i * M + j] =
                u[(i - 1) * M + j] + u[(i + 1) * M + j] + u[i * M + j - 1] + u[i * M + j + 1];
    for (int i = 1; i < N - 1; i++)
        for (int j = 0; j < M; j++)
            w[IDX(i - 1, j)] = u[IDX(i, j)];
}

static void shift(int n, int m, double *to, const double *from)
{
    for (int i = n - 1; i > 0; i--)
        for (int j = 0; j < m; j++)
            to[i * m + j] = from[(i - 1) * m + j];
}

void formals(void)
{
    shift(N, M, v, u);
}

void planes(void)
{
    for (int i = 0; i < L; i++)
        for (int j = 1; j < N; j++)
            for (int k = 0; k < M; k++)
                d[i * N * M + j * M + k] = CUBE(i, j - 1, k);
}

void rows(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 1; j < M; j++)
            r[0][i * M + j] = q[0][i * M + j - 1];
}
/* By hand; each processor has 8 x 6 elements. jacobi: each gets 5 elements from its neighbour in the
 * column and 7 from that in the row, which are all that is inside, 8 messages of 4 x 40 and 4 x 56
 * bytes; w is where its elements of u are. formals: two get a row of 6, 96 bytes. planes: two get 3
 * rows of 6, 288 bytes. rows: two get a column of 8, 128 bytes. */
/* moves: 14 messages, 896 bytes */
