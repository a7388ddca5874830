/* Every mistake of 'dimension', which gives an array of one dimension more of them. */
#define N 8
#define M 6
#pragma hpf processors P(2)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P
static double a[N*M], b[N*M], c[N*M], d[N][M], e[40], f[N*M], g[N*M], h[N*M], k[N*M], l[N*M];
static double *p, s;
static int n;
struct field {
    double x[N*M];
} field;

#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: a, b
#pragma hpf dimension c(N,M)
#pragma hpf dimension c(M,N)
#pragma hpf dimension d(N,M)
#pragma hpf dimension e(N,M)
#pragma hpf dimension s(N,M)
#pragma hpf dimension nowhere(N,M)
#pragma hpf dimension P(N,M)
#pragma hpf dimension field(N,M)
#pragma hpf dimension field.y(N,M)
#pragma hpf dimension f
#pragma hpf dimension f(N,1:M)
#pragma hpf dimension f(N,0)
#pragma hpf dimension f(N,*)
#pragma hpf dimension f(N,n)
#pragma hpf dimension g(2,2,2,2,2,2,2,2)
#pragma hpf dimension h(N)
#pragma hpf align h(i,j) with T(i,j)
#pragma hpf align k(i,j) with T(i,j)
#pragma hpf dimension (N,M) onto P :: l
#pragma hpf dimension p(N,M)
#pragma hpf dimension k[N][M]
int main(void)
{
    n = 3;
    n = n * 2;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            a[i*M + j] = b[i*M + j];
    return 0;
}
