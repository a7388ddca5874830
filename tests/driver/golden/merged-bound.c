/* The diagonal, and a row of all columns, come together, in each step anew: their one common
 * element, A[t][t], may be counted twice. Which elements they are no run has to tell. */
#define N 32
double A[N][N], c[N], s[N];
#pragma hpf processors P(2,2), Q(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(cyclic(2),block) onto P
#pragma hpf align A(i,j) with T(i,j)
#pragma hpf distribute c(cyclic) onto Q
#pragma hpf align s(i) with T(*,i)
int main(void)
{
    int i, j, t;
    for (t = 0; t < N; t++) {
#pragma hpf independent
        for (i = 0; i < N; i++)
            c[i] = A[i][i];
#pragma hpf independent
        for (j = 0; j < N; j++)
            s[j] = A[t][j];
        for (i = 0; i < N; i++)
            for (j = 0; j < N; j++)
                A[i][j] *= 2;
    }
    return 0;
}
