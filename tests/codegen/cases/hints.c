/* Hints that are not what happens: the program does what its loops say. */
#include <stdio.h>

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
double a[N][N], b[N][N], u[N], v[N];
#pragma hpf align a(i, *) with T(i)
#pragma hpf align b(i, *) with T(i)
#pragma hpf align u(i) with T(i)
#pragma hpf align v(i) with T(i)
int length[N], sizes[3];

static void scale(const int *size)
{
#pragma fpredict trip(2)
    for (int k = 0; k < size[1]; k++)
        v[k] = 2 * u[k] + k;
}

int main(int argc, char **argv)
{
    (void)argv;
    for (int i = 0; i < N; i++)
        length[i] = (i * 7 + argc) % (N - 3) + 3;
    for (int i = 0; i < N; i++) {
        u[i] = i % 5;
        v[i] = -1;
        for (int j = 0; j < N; j++)
            a[i][j] = i + j;
    }
    for (int i = 0; i < N - 1; i++)
#pragma fpredict trip(4)
        for (int j = 0; j < length[i]; j++)
            b[i][j] = a[i + 1][j];
    sizes[1] = N - argc;
    scale(sizes);
#pragma fpredict trip(1)
    for (int i = 0; i < N - 1; i++)
        u[i] = v[i + 1];
    int left = 10 + argc;
#pragma fpredict trip(3)
    while (left-- > 0)
        for (int i = 1; i < N; i++)
            v[i] = 0.5 * (u[i - 1] + v[i]);
    double sum = 0, of_u = 0, of_v = 0;
    for (int i = 0; i < N; i++) {
        of_u += u[i] * (i + 1);
        of_v += v[i] * (i + 1);
        for (int j = 0; j < N; j++)
            sum += b[i][j] * (i + 1);
    }
    printf("%g %g %.6f\n", sum, of_u, of_v);
    return 0;
}
