/* Formals without a mapping, that inherit one, with one of their own; functions that remap. */
#define N 16
double v[N], w[N], g[N];
#pragma hpf processors p(4)
#pragma hpf distribute v(block) onto p, w(cyclic) onto p, g(block) onto p
#pragma hpf dynamic g
/* 1. Nothing for x[i] = x[i] + 1 where x is, twice.
 * 2. v from block to cyclic and back: processor q has i in 4q..4q+3, and gets i = q mod 4, one
 *    element from each of 3 others: 12 messages of 8 bytes each way.
 * 3. w is cyclic already: nothing.
 * 4. v to all: 12 messages of 4 elements, 32 bytes; back to block: all have it.
 * 5. g from block to cyclic, the first time only: 12 messages of 8 bytes.
 * In all 48 messages; 96 + 96 + 384 + 96 bytes. */
/* moves: 48 messages, 672 bytes */
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
