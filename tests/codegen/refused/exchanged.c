/* Pointers that name other arrays in each iteration, one of which is named later, or of which the text would name another
 * place. */
#define N 16
double a[N][N], b[N][N], flat[N * N];
#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,*) onto P
#pragma hpf align a(i,j) with T(i,j)
#pragma hpf align b(i,j) with T(i,j)
#pragma hpf dimension(N,N), align(i,j) with T(i,j) :: flat

int main(void)
{
    double (*u)[N] = a, (*v)[N] = b;
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                v[i][j] = u[i][j] + 1;
        double (*t)[N] = u;
        u = v;
        v = t;
    }
    a[0][0] += u[0][0];
    for (int i = 0; i < N; i++) {
        double *row = &flat[i * N];
        for (int j = 0; j < N; j++)
            row[j] = i;
    }
    return 0;
}
