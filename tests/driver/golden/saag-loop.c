#define N 8
static double a[N][N];
#pragma hpf processors P(2,2)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,block) onto P
#pragma hpf align a(i,j) with T(i,j)
int main(void)
{
    for (int row = 0; row < N; row++)
        for (int column = 0; column < N; column++)
            a[row][column] = 1.0;
    return 0;
}
