/* Rows move: a grid of one row of processors sends nothing, one of one column the most. */
#ifndef NB
#define NB 2
#endif
double a[8][8], b[8][8];
#pragma hpf processors P(2, 2)
#pragma hpf template T(8, 8)
#pragma hpf distribute T(cyclic(NB), block) onto P
#pragma hpf align a(i, j) with T(i, j)
#pragma hpf align b(i, j) with T(i, j)

int main(void)
{
    for (int i = 1; i < 8; i++)
        for (int j = 0; j < 8; j++)
            a[i][j] = b[i - 1][j];
    return 0;
}
