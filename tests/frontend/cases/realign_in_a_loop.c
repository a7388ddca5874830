/* Where an array lies cannot depend on a loop. */
#define N 8
double a[N][N], b[N];
#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,*) onto P
#pragma hpf align a(i,j) with T(i,j)
#pragma hpf align b(i) with T(i,0)
#pragma hpf dynamic b

int main(void)
{
    for (int k = 0; k < N; k++) {
#pragma hpf realign b(i) with T(k,i)
        b[k] = a[k][k];
    }
    return 0;
}
