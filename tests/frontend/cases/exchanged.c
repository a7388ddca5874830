/* Loops that exchange pointers: two buffers, the rest of an odd number of iterations, three
 * buffers, an exchange that only some iterations have; rows. */
#define N 8
#pragma hpf processors p(4)
#pragma hpf template t(N,N)
#pragma hpf distribute t(block,*) onto p
double a[N][N], b[N][N], c[N][N];
#pragma hpf align a(i,j) with t(i,j)
#pragma hpf align b(i,j) with t(i,j)
#pragma hpf align c(i,j) with t(i,j)
void run(int steps)
{
    double (*u)[N] = a, (*v)[N] = b, (*t)[N];
    for (int k = 0; k < steps; k++) {
        v[k][0] = u[k][1];
        t = u;
        u = v;
        v = t;
    }
}
int main(void)
{
    double (*x)[N] = a, (*y)[N] = b, (*z)[N] = c;
    for (int k = 0; k < 5; k++) {
        y[1][1] = x[1][1];
        double (*t)[N] = x;
        x = y;
        y = t;
    }
    x[2][2] = 1;
    for (int k = 0; k < 3; k++) {
        double (*t)[N] = x;
        x = y;
        y = z;
        z = t;
        z[3][3] = 1;
    }
    for (int i = 1; i < N; i++) {
        double *row = a[i - 1], *rest = &b[i][2];
        for (int j = 0; j < N - 2; j++)
            rest[j] = row[j];
    }
    run(4);
    return 0;
}
