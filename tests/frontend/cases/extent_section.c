/* A section where an extent belongs: C counts elements, Fortran gives bounds. That of the macro may
 * be used elsewhere. */
#define SOME [0:3]
#define N 4
#pragma hpf processors P(4)
int q[0:3];
double r[N][1:N], s[N > 3 ? 2 : 3];
double t(0:3);
void f(int n, double a[0:n]);
int main(void)
{
    return 0;
}
