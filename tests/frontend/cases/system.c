/* Directives that name macros of the system's headers, and sizeof. On x86-64: v is
 * 2147 x 64, w is 8 x (24 + 8) x (8 + 8) x (16 + 4 + 8), and sizeof of a formal
 * array that of a pointer, so that the loop runs 8 + 8 times. */
#include <limits.h>
#include <stddef.h>
#include <sys/param.h>
#define N 64
#define BIG (INT_MAX / 1000000)
typedef double real;
struct cell { double x, y; int k; };
union both { int i; double d; };
double a[N], m[N][8];
float f[sizeof(double) * 8];
struct cell c[N];
#pragma xmp nodes p[sizeof(int)]
#pragma xmp template t[sizeof(a) / sizeof(a[0])]
#pragma xmp template u[sizeof a / sizeof *a + sizeof(m[0]) / sizeof(real)]
#pragma xmp template v[BIG][CHAR_BIT * sizeof (unsigned long int)]
#pragma xmp template w[MIN(CHAR_BIT, 9)][sizeof(struct cell) + sizeof(union both)] \
    [sizeof(char *) + sizeof(size_t)][sizeof(long double) + sizeof(unsigned) + sizeof(long long)]
#pragma xmp distribute t[block] onto p
#pragma xmp align a[i] with t[i]
#pragma xmp align m[i][*] with t[i]

void g(double q[N])
{
#pragma fpredict trip(sizeof(q) + sizeof q[0])
    while (q[0] > 0) q[0]--;
}

int main(void)
{
#pragma xmp loop on t[i]
    for (int i = 0; i < N; i++) a[i] = INT_MAX;
    g(a);
    return 0;
}
