/* Points of one colour need none of their own: what they read is fetched once a colour, before
 * the loop over rows, without a pipeline and without doubt of 'independent'. A promise holds for
 * one step: the nest over steps is none whose processors could take one block after the other. The
 * last nest reads points of its own colour, a row before: it hands them on. */
#define N 16

double u[N + 1][N + 1], w[N + 1];
#pragma hpf processors P(2)
#pragma hpf template T(N + 1, N + 1)
#pragma hpf distribute T(block, *) onto P
#pragma hpf align u(i, j) with T(i, j)
#pragma hpf align w(i) with T(i, *)

int main(void)
{
    for (int colour = 0; colour < 2; colour++)
        for (int i = 1; i < N; i++)
            for (int j = 1 + (i + colour) % 2; j < N; j += 2)
                u[i][j] = u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1];
#pragma hpf independent
    for (int i = 1; i < N; i++)
#pragma hpf independent
        for (int j = 1 + i % 2; j < N; j += 2)
            u[i][j] = u[i - 1][j] + u[i + 1][j];
    for (int step = 0; step < 6; step++)
#pragma hpf independent
        for (int i = 1; i < N; i++)
            if ((i + step) % 2)
                w[i] = w[i - 1] + w[i + 1];
    for (int i = 1; i < N; i++)
        for (int j = 1 + i % 2; j < N; j += 2)
            u[i][j] = u[i - 1][j - 1] + u[i - 1][j + 1];
    return 0;
}
