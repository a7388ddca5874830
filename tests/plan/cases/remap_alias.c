/* Arrays that have other names, or go where they are not followed, move as they are told
 * to, whatever is known of their values. */
#include <stdio.h>
#define N 16
double a[N], b[N], c[N], d[N], e[N];
double *other;
void elsewhere(double *x);
#pragma hpf processors p(4)
#pragma hpf template t(N)
#pragma hpf distribute t(block) onto p
#pragma hpf dynamic t
#pragma hpf align (i) with t(i) :: a, b, c, d, e
/* a, b, c and d, 12 messages of 8 bytes each, once and back; e is read by nobody until it is
 * back where it was. */
/* moves: 96 messages, 768 bytes */
static void pass(double x[N])
{
    elsewhere(x + 1);
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = b[i] = c[i] = d[i] = e[i] = i;
    other = &d[0];
#pragma hpf redistribute t(cyclic)
    elsewhere(a);
    fwrite(b, sizeof b[0], N, stdout);
    pass(c);
    printf("%d\n", (int)sizeof e);
#pragma hpf redistribute t(block)
    for (int i = 0; i < N; i++)
        a[i] = b[i] + c[i] + d[i] + e[i];
    return 0;
}
