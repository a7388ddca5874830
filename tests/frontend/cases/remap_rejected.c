#define N 16
double a[N][N], b[N][N], c[N][N], d[N][N], e[N], f[N], s;
#pragma hpf processors p(4)
#pragma hpf template t(N, N), u(N)
#pragma hpf distribute t(block, *), u(block) onto p
#pragma hpf align a(i, j) with t(i, j)
#pragma hpf align b(i, j) with t(i, j)
#pragma hpf distribute c(block, *) onto p
#pragma hpf align d(i, j) with c(i, j)
#pragma hpf align e(i) with u(i)
#pragma hpf dynamic t, b, c, d, f
#pragma hpf dynamic s, nobody
#pragma hpf redistribute t(cyclic, *) onto p
#pragma hpf inherit a, s
void inherits(double x[N], double y[N], double z[N][N])
{
#pragma hpf inherit x, y
#pragma hpf distribute y(block) onto p
#pragma hpf dynamic z
#pragma hpf redistribute z(block)
    for (int i = 0; i < N; i++)
        x[i] = y[i];
}
int main(void)
{
    int k = 3;
#pragma hpf redistribute nothing(block)
#pragma hpf redistribute u(cyclic)
#pragma hpf redistribute e(cyclic)
#pragma hpf redistribute b(cyclic, *)
#pragma hpf redistribute d(cyclic, *)
#pragma hpf redistribute s(block)
#pragma hpf redistribute p(block)
#pragma hpf redistribute t(cyclic)
#pragma hpf redistribute t(cyclic, cyclic) onto p
#pragma hpf redistribute f(block(2)) onto p
#pragma hpf redistribute f(block) onto q
#pragma hpf redistribute t
#pragma hpf realign a(i, j) with t(j, i)
#pragma hpf realign c(i, j) with t(j, i)
#pragma hpf realign t(i, j) with c(j, i)
#pragma hpf realign s with t(0, 0)
#pragma hpf realign b(i) with u(i)
#pragma hpf realign b(i, j) with u(i, j)
#pragma hpf realign b(i, j) with t(i, j + 1)
#pragma hpf realign b(i, j) with d(i, j)
#pragma hpf realign f(i) with a(i, 3)
#pragma hpf dynamic, redistribute(block, *) :: c
#pragma hpf redistribute(block, *), dynamic :: c
    for (int i = 0; i < N; i++)
        a[i][k] = b[i][k];
    return 0;
}
