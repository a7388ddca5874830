/* Only the iterations in which a condition holds need anything: where they begin
 * and end, and which of them are meant, is in the ranges of what is sent. */
#define N 100

static float x[N], y[N], u[N][N], v[N][N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align x(i) with T(i)
#pragma hpf align y(i) with T(i)
#pragma hpf align u(i,*) with T(i)
#pragma hpf align v(i,*) with T(i)

int main(void)
{
    int i, j;

    for (i = 0; i < N; i++)
        if (i > 0 && i < 60)
            y[i] = x[i - 1];
    for (i = 0; i < N; i++)
        if (i % 3 == 1 && i < 50)
            y[i] = x[N - 1 - i];
    for (i = N - 1; i > 0; i -= 2)
        for (j = 0; j < N; j++) {
            if (j < i)
                v[i][j] = u[j][i];
            else
                v[i][j] = u[i - 1][j];
        }
    for (i = 1; i < N; i++)
        if (i != 50)
            y[i] = x[i - 1];
    return 0;
}
/* By hand, blocks of 25; (p q n): q gets n elements from p. Of x: (0 1 1), (1 2 1) and
 * (2 3 1) for x[i - 1]; for x[99 - i], i = 1, 4, ..., 22 get 8 of 3, i = 25, ..., 49
 * get 9 of 2: (3 0 8), (2 1 9). Of u, row j < i of column i: 13 odd i on 1 get 25 each,
 * 12 on 2 get 50, 13 on 3 get 75; and row i - 1 from column i on, for i = 25 (75
 * elements) and i = 75 (25), of which 13 are in columns that are already there:
 * (0 1 325 + 62), (0 2 300), (1 2 300), (0 3 325), (1 3 325), (2 3 325 + 12). In all
 * 20 + 1974 floats. */
/* moves: 11 messages, 7976 bytes */
