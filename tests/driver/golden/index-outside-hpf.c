#define N 16
#define M 20
double A[N][M], B[M][N];
#pragma hpf processors P(2,2)
#pragma hpf distribute A(block,block) onto P
#pragma hpf distribute B(block,block) onto P
int main(void)
{
#pragma hpf independent, on home(A(i,0))
    for (int i = 0; i < M; i++)
        B[i][0] = 1;
    for (int i = 0; i < M; i++)
        if (i < N)
            A[i][0] = B[i][0];
    A[0:N:2][M - 1:M:-1] = 1;
    A[8:8:2][0] = 1;
    return 0;
}
