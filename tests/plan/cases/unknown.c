/* Communication is not moved over what is not known to leave an array alone, nor over a pointer
 * that is moved to another array; over what leaves it alone it is. */
#define N 64
#define T 100
static double a[N], b[N], c[N], d[N];
static double *u, *v;
double seen[N];
#pragma hpf processors P(4)
#pragma hpf template S(N)
#pragma hpf distribute S(block) onto P
#pragma hpf align a(i) with S(i)
#pragma hpf align b(i) with S(i)
#pragma hpf align c(i) with S(i)
#pragma hpf align d(i) with S(i)
#pragma hpf align u(i) with S(i)
#pragma hpf align v(i) with S(i)
#pragma hpf align seen(i) with S(i)
void change(double *);
void any(void);
double half(double) __attribute__((const));

int main(void)
{
    for (int t = 0; t < T; t++) { /* in each of the 100: 3 messages each */
        for (int i = 1; i < N; i++)
            a[i] = b[i - 1];
        change(b);
    }
    for (int t = 0; t < T; t++) { /* once, before: c is not touched */
        for (int i = 1; i < N; i++)
            a[i] = c[i - 1] * half(2);
    }
    for (int t = 0; t < T; t++) {
        for (int i = 1; i < N; i++)
            v[i] = u[i - 1];
        double *other = u;
        u = v;
        v = other;
    }
    for (int i = 1; i < N; i++)
        a[i] = seen[i - 1];
    any();
    for (int i = 1; i < N; i++)
        a[i] = seen[i - 1] + d[i - 1]; /* a second time, of seen */
    for (int i = 1; i < N; i++)
        a[i] = d[i - 1]; /* not a second time */
    for (int i = 1; i < N; i++)
        a[i] = d[i - 1];
again:
    for (int i = 1; i < N; i++)
        a[i] = d[i - 1]; /* a jump may lead here */
    if (a[0] > 0)
        goto again;
    return 0;
}
