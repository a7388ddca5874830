/* forall, where, elsewhere: nests that read all before they write. */
#define N 16
double a[N], b[N], m[N][N];
int pick[N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf distribute m(block,*) onto P
#pragma hpf align b(i) with a(i)

int main(void)
{
#pragma hpf forall
    for (int i = 1; i < N; i++)
        a[i] = a[i - 1];
#pragma hpf forall, on home(b(i))
    for (int i = 0; i < N; i++)
        a[pick[i]] = b[i];
#pragma hpf FORALL
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            if (m[i][j] > 0)
                m[i][j] = m[j][i];
        }
    }
#pragma hpf forall
#pragma hpf independent
    for (int i = 0; i < N; i++)
        a[i] = b[i];
#pragma fpredict probability(0.25)
#pragma hpf where
    for (int i = 0; i < N; i++)
        if (a[i] > 0)
            b[i] = 1 / a[i];
        else
            b[i] = 0;
#pragma hpf where(m[i][j] > 0 && \
                  a[i] > 0)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            m[i][j] = 1 / m[i][j];
#pragma hpf elsewhere
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            m[i][j] = 0;
#pragma fpredict probability(0.1)
#pragma hpf where(a[0:4] > 0)
    a[0:4] = 1 / a[0:4];
#pragma hpf forall
    b[:] = a[:];
    return 0;
}
