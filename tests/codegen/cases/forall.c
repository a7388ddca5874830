/* Array assignments in both spellings, forall, where and elsewhere. PLAIN_C has the same in
 * loops: with copies where all must be read first. */
#include <stdio.h>

#ifndef N
#define N 20
#endif
double a[N], b[N], m[N][N], w[N][N];
int idx[N], count[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)
#pragma hpf align count(i) with T(i)
#pragma hpf align m(i,*) with T(i)
#pragma hpf align w(*,i) with T(i)

static double weight(int i)
{
    return 1.0 / (i + 1);
}

static void print_all(const char *what)
{
    int i, j;
    double s = 0, t = 0;
    for (i = 0; i < N; i++)
        s += a[i] * (i + 1) + b[i] * (2 * i + 1) + count[i] * (i + 3);
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            t += m[i][j] * (3 * i + j) + w[i][j] * (i + 5 * j);
    printf("%s %.10g %.10g\n", what, s, t);
}

#ifndef PLAIN_C

static void assign(void)
{
    int i, j;
    a[:] = b[:];
    a[1:N-2] = b[0:N-2] + a[2:N-2];
    print_all("sections");
    m(1:N-2, :) = (m(0:N-3, :) + m(2:N-1, :)) / 2;
    a(0:N/2-1) = b(0:2*(N/2)-1:2) + m(0:N/2-1, 3);
    w[:][0] = a[:];
    w[2][:] += b[:] * 2;
    b[:] = a[idx[:]] + weight(3);
    print_all("more of them");
#pragma hpf forall
    for (i = 1; i < N - 1; i++)
        a[i] = a[i-1] + a[i+1];
#pragma hpf forall
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            m[i][j] = w[j][i] + i;
            w[i][j] = m[j][i];
        }
    print_all("forall");
#pragma hpf forall
    for (i = 0; i < N; i++)
        if (a[i] > b[i])
            a[i] = b[N-1-i], count[i] = i;
        else
            b[i] = weight(i);
    print_all("a condition");
#pragma hpf where(b[i] > 3)
    for (i = 0; i < N; i++) {
        a[i] = b[i];
        b[i] = 1;
    }
#pragma hpf elsewhere
    for (i = 0; i < N; i++)
        a[i] = 7, b[i] = a[N-1-i];
#pragma hpf where(b[:] > 3)
    b[:] = a[:] + idx[:];
#pragma hpf where(a[:] > 3)
    count[:] = idx[:];
#pragma hpf elsewhere
    count[:] = 2;
    print_all("where");
}

#else

static void assign(void)
{
    int i, j;
    double c[N], d[N][N];
    for (i = 0; i < N; i++)
        a[i] = b[i];
    for (i = 0; i < N; i++)
        c[i] = a[i];
    for (i = 1; i < N - 1; i++)
        a[i] = b[i-1] + c[i+1];
    print_all("sections");
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            d[i][j] = m[i][j];
    for (i = 1; i < N - 1; i++)
        for (j = 0; j < N; j++)
            m[i][j] = (d[i-1][j] + d[i+1][j]) / 2;
    for (i = 0; i < N / 2; i++)
        a[i] = b[2*i] + m[i][3];
    for (i = 0; i < N; i++)
        w[i][0] = a[i];
    for (i = 0; i < N; i++)
        w[2][i] += b[i] * 2;
    for (i = 0; i < N; i++)
        b[i] = a[idx[i]] + weight(3);
    print_all("more of them");
    for (i = 0; i < N; i++)
        c[i] = a[i];
    for (i = 1; i < N - 1; i++)
        a[i] = c[i-1] + c[i+1];
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            m[i][j] = w[j][i] + i;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            w[i][j] = m[j][i];
    print_all("forall");
    int holds[N];
    for (i = 0; i < N; i++)
        holds[i] = a[i] > b[i];
    for (i = 0; i < N; i++)
        if (holds[i])
            a[i] = b[N-1-i];
    for (i = 0; i < N; i++)
        if (holds[i])
            count[i] = i;
    for (i = 0; i < N; i++)
        if (!holds[i])
            b[i] = weight(i);
    print_all("a condition");
    for (i = 0; i < N; i++)
        holds[i] = b[i] > 3;
    for (i = 0; i < N; i++)
        if (holds[i])
            a[i] = b[i];
    for (i = 0; i < N; i++)
        if (holds[i])
            b[i] = 1;
    for (i = 0; i < N; i++)
        if (!holds[i])
            a[i] = 7;
    for (i = 0; i < N; i++)
        if (!holds[i])
            b[i] = a[N-1-i];
    for (i = 0; i < N; i++)
        if (b[i] > 3)
            b[i] = a[i] + idx[i];
    for (i = 0; i < N; i++)
        count[i] = a[i] > 3 ? idx[i] : 2;
    print_all("where");
}

#endif

int main(void)
{
    int i, j;
    for (i = 0; i < N; i++) {
        a[i] = i % 7;
        b[i] = (i * 5) % 11;
        idx[i] = (i * 3) % N;
        count[i] = 0;
    }
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            m[i][j] = (i * 7 + j * 3) % 13;
            w[i][j] = (i + j * 11) % 17;
        }
    assign();
    return 0;
}
