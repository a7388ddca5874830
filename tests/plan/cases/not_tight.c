#define N 16
double a[N][N], b[N][N];
#pragma hpf processors P(2,2)
#pragma hpf distribute a(block,block) onto P
#pragma hpf distribute b(block,block) onto P
int main(void)
{
#pragma hpf independent, on home(a(i,j))
    for (int i = 0; i < N; i++) {
        b[i][0] = 1;
        for (int j = 0; j < N; j++)
            a[i][j] = b[i][j];
    }
    return 0;
}
