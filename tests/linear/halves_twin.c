/* Interpolation from a grid of half as many points, with two subscripts: fine element (i,j) is the mean of the coarse
 * ones at i/2 and (i+1)/2, j/2 and (j+1)/2. */
#define N 65
#define M 33

double fine[N][N], coarse[M][M];

int main(void)
{
#pragma hpf processors P(4)
#pragma hpf distribute(block,*) onto P :: fine
#pragma hpf distribute(block,*) onto P :: coarse
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            coarse[i][j] = i - j;
#pragma fpredict region work
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
            fine[i][j] += 0.25 * (coarse[i / 2][j / 2] + coarse[i / 2][(j + 1) / 2] +
                                   coarse[(i + 1) / 2][j / 2] + coarse[(i + 1) / 2][(j + 1) / 2]);
    return 0;
}
