#define N 64
double a[N], b[N], m[N][N], c[N][N];
int at[N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf distribute m(block,*) onto P
#pragma hpf align c(i,j) with m(i,j)
#pragma hpf align b(i) with a(i)
static double half(double x)
{
    double y = x / 2;
    return y;
}
int main(void)
{
    a[1:N - 2] = a[0:N - 2] + a[2:N - 2];
    a[::2] = a[1::2];
    a[0:N / 2] = a[N / 2:N / 2];
#pragma hpf forall
    for (int i = 1; i < N - 1; i++) {
        a[i] = half(b[i]);
        b[i] = a[i + 1];
    }
#pragma hpf where
    for (int i = 1; i < N - 1; i++) {
        if (a[i] > 0) {
            a[i] = a[i - 1];
            b[i] = 2;
        } else
            a[i] = 0;
    }
#pragma hpf where(a[1:10] > 0)
    b[1:10] = 1 / a[1:10];
#pragma hpf elsewhere
    b[1:10] = 0;
#pragma hpf forall
    for (int i = 0; i < N; i++)
        a[at[i]] = a[i] + b[i];
#pragma hpf forall
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            m[i][j] = c[j][i];
    return 0;
}
