#define N 16
double a[N][N], b[N][N], v[N];
#pragma hpf processors p(4), q(2, 2)
#pragma hpf template t(N, N)
#pragma hpf distribute t(block, *) onto p
#pragma hpf align a(i, j) with t(i, j)
#pragma hpf align (:, :) with t(:, :), dynamic :: b
#pragma hpf dynamic :: t, v
void f(double x[N])
{
#pragma hpf inherit x
    for (int i = 0; i < N; i++)
        x[i] = i;
}
int main(void)
{
    int n = N;
#pragma hpf redistribute t(block, block) onto q
#pragma hpf redistribute t(*, cyclic(3)), v(gen_block((/2, 4, 8, 2/))) onto p
#pragma hpf realign b(i, j) with t(j, i)
#pragma hpf realign b(i, *) with t(*, i)
#pragma hpf redistribute (*, *) :: t
    for (int i = 0; i < n; i++) {
        a[i][0] = b[i][1];
#pragma hpf redistribute t(cyclic, *)
        if (i == 3)
            break;
    }
    f(v);
    return 0;
}
