/* A function without a body may change what decides how often a loop is executed; a pure one may
 * not. */
#define N 16
int limit = 8, other = 3;
const int fixed = 4;
static double a[N];
#pragma hpf processors P(2)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
void any(void);
double pure(double) __attribute__((pure));
int main(void)
{
    double x = pure(1.0);
    any();
    for (int i = 0; i < limit; i++)
        a[i] = x;
    return 0;
}
