double a[8][4];

#pragma hpf processors P(2)
#pragma hpf distribute a(block, *) onto P

int main(void)
{
#pragma fpredict pipeline(4)
    for (int i = 1; i < 8; i++)
        for (int j = 0; j < 4; j++)
            a[i][j] = a[i - 1][j];
    return 0;
}
