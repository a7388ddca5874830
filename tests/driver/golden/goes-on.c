#define N 32
double u[N][N], v[N][N];
#pragma hpf processors G(4)
#pragma hpf distribute u(block,*) onto G
#pragma hpf align v(i,j) with u(i,j)
int main(void)
{
    int j = 4;
    for (int i = 0; i < N; i++)
        for (; j < N; j++)
            u[i][j] = v[i][j];
    j = 4;
    for (int i = 0; i < 3; i++)
        for (; j < 10 * i; j++)
            u[i][j] = v[i + 8][j];
    return 0;
}
