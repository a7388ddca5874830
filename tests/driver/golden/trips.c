/* How often its loops run, and how long strips are, people say. */
int read_number(void);
double u[64][64];
#pragma hpf processors P(4)
#pragma hpf distribute u(block,*) onto P

int main(void)
{
    int i, j, k, n = read_number(), m = 4;
    double err = 1;
    while (err > 1e-6)
        err = err / 3;
#pragma fpredict trip(n)
    while (err > 1e-9)
        err = err / 3;
#pragma fpredict trip(n + 2)
    for (k = 0; err > 1e-9; k++)
        err = err / 3;
    for (i = 1; i < 63; i++)
        for (j = 1; j < 63; j++)
            u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
#pragma fpredict pipeline(m)
    for (i = 1; i < 63; i++)
        for (j = 1; j < 63; j++)
            u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
    return 0;
}
