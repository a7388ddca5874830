/* Blocks in braces whose statements only some processors execute each, one after the other; sizes
 * that are macros of the function itself. */
#include <stdio.h>

int main(void)
{
#define ROWS 10
#define COLS 12
    static double w[ROWS][COLS], v[ROWS][COLS];
    int i, j;
#pragma hpf processors P(2, 2)
#pragma hpf template T(ROWS, COLS)
#pragma hpf distribute T(block, block) onto P
#pragma hpf align w(i, j) with T(i, j)
#pragma hpf align v(i, j) with T(i, j)
    {
        for (i = 1; i < ROWS - 1; i++)
            w[i][0] = 100.0 + i;
        for (j = 1; j < COLS - 1; j++)
            w[0][j] = 50.0 + j;
        for (j = 0; j < COLS; j++)
            w[ROWS - 1][j] = 7.0;
    }
    {
        w[3][4] = 2.5;
        {
            for (j = 1; j < COLS - 1; j++)
                v[4][j] = w[0][j];
            for (i = 1; i < ROWS - 1; i++)
                v[i][3] += w[i][0];
        }
        v[9][9] = 1.5;
    }
    for (i = 1; i < ROWS - 1; i++)
        for (j = 1; j < COLS - 1; j++)
            v[i][j] += 0.25 * (w[i - 1][j] + w[i + 1][j] + w[i][j - 1] + w[i][j + 1]);
    double sum = 0;
    for (i = 0; i < ROWS; i++)
        for (j = 0; j < COLS; j++)
            sum += v[i][j] * (i + 2 * j + 1);
    printf("%.6f %.6f %.6f\n", sum, v[4][3], w[9][11]);
#undef ROWS
#undef COLS
    return 0;
}
