/* Carriage returns alone end lines, too.  */
#define N 16
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
double u[N];
#pragma hpf align u(i) with T(i)
int main(void) { for (int i = 0; i < N; i++) u[i] = N; return 0; }
