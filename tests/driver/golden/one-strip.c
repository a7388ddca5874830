double u[100][100];
#pragma hpf distribute u(block,*)

int main(void)
{
    for (int i = 1; i < 99; i++)
        for (int j = 1; j < 99; j++)
            u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
    return 0;
}
