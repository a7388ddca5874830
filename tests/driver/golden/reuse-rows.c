#define N 1024
static float a[N][N];

#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,*) onto P
#pragma hpf align a(i,j) with T(i,j)

int main(void)
{
    float s = 0;
    for (int i = 1; i < N - 1; i++)
        for (int j = 0; j < N; j++)
            s += a[i - 1][j] + a[i][j] + a[i + 1][j];
    return s > 0;
}
