#define N 16
double v[N], w[N], g[N];
#pragma hpf processors p(4)
#pragma hpf distribute v(block) onto p, w(cyclic) onto p, g(block) onto p
#pragma hpf dynamic g
void plain(double x[N])
{
    for (int i = 0; i < N; i++)
        x[i] = x[i] + 1;
}
void inherits(double x[N])
{
#pragma hpf inherit x
    plain(x);
}
void own(int n, double x[n])
{
#pragma hpf distribute x(cyclic) onto p
    for (int i = 0; i < n; i++)
        x[i] = x[i] + 2;
}
void moves(double x[N])
{
#pragma hpf inherit x
#pragma hpf dynamic x
    plain(x);
#pragma hpf redistribute x(*)
    plain(x);
}
void of_file(void)
{
#pragma hpf redistribute g(cyclic) onto p
    plain(g);
}
int main(void)
{
    plain(v);
    inherits(w);
    own(N, v);
    own(N, w);
    moves(v);
    for (int k = 0; k < 3; k++)
        of_file();
    of_file();
    return 0;
}
