#define N 256
double a[N][N];
#pragma hpf processors P(2,2)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,block) onto P
#pragma hpf align a(i,j) with T(i,j)
int main(void)
{
    int i, j, it;
    for (it = 0; it < 10; it++)
        for (i = 1; i < N - 1; i++)
            for (j = 1; j < N - 1; j++)
                a[i][j] = 0.25 * (a[i-1][j] + a[i+1][j] + a[i][j-1] + a[i][j+1]);
    return 0;
}
