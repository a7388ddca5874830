/* Where two paths of execution join, and what not all processors execute. */
#define N 16
double a[N][N], b[N][N], v[N], w[N];
#pragma hpf processors p(4)
#pragma hpf template t(N, N)
#pragma hpf distribute t(block, *) onto p
#pragma hpf align a(i, j) with t(i, j)
#pragma hpf align b(i, j) with t(i, j)
#pragma hpf distribute v(block) onto p
#pragma hpf distribute w(block) onto p
#pragma hpf dynamic t, v, w, a
void leaves(int n)
{
    if (n > 3) {
#pragma hpf redistribute v(cyclic)
        return;
    }
    v[0] = 1;
}
void sum(double x[N])
{
#pragma hpf distribute x(cyclic) onto p
    x[0] = x[1];
}
int loops(int n)
{
    while (n > v[3]) {
        if (v[1] > 2) {
#pragma hpf redistribute v(cyclic)
            break;
        }
        v[2] = v[2] + 1;
    }
#pragma hpf independent
    for (int i = 0; i < N; i++) {
#pragma hpf redistribute v(cyclic)
        w[i] = v[i];
    }
#pragma hpf independent
    for (int i = 0; i < N; i++)
        sum(w);
    for (int i = 0; i < N; i++)
        leaves(i);
    return 0;
}
int aligned(void)
{
    for (int i = 0; i < N; i++) {
#pragma hpf redistribute w(cyclic(3))
#pragma hpf realign w(i) with v(i)
        v[i] = w[i];
    }
    return 0;
}
int main(void)
{
    if (v[0] > 0) {
#pragma hpf redistribute t(*, block)
        a[0][0] = 1;
    }
    for (int i = 0; i < N; i++) {
#pragma hpf realign a(i, j) with t(j, i)
        a[i][i] = b[i][i];
    }
    loops(3);
    aligned();
    return 0;
}
