#define N 40

#pragma hpf processors P(4)
#pragma hpf template T(N, N)
#pragma hpf distribute T(block, *) onto P
extern double u[N][N], v[N][N];
#pragma hpf align u(i, j) with T(i, j)
#pragma hpf align v(i, j) with T(i, j)

void start(void);
void relax(double to[N][N], double from[N][N]);
double residual(void);
void print_row(const char *name, double value);
