/* What a reduction clause of HPF names, the loop combines (HPF 2.0, section 5.1.2). */
#define N 8
struct pair { double x, y; } w;
double a[N], b[N], s, t, h[4], *q;
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)
void add(double *to, double x);

int main(void)
{
    double _Complex z = 0;
    double *point = a;
#pragma hpf independent, reduction(+:a)
    for (int i = 0; i < N; i++)
        s += a[i];
#pragma hpf independent, reduction(+:t)
    for (int i = 0; i < N; i++)
        b[i] = a[i];
#pragma hpf independent, reduction(max:a)
    for (int i = 0; i < N; i++)
        b[i] = a[i];
#pragma hpf independent, reduction(+:w)
    for (int i = 0; i < N; i++)
        w.x += a[i];
#pragma hpf independent, reduction(max:w)
    for (int i = 0; i < N; i++)
        w.x = a[i];
    /* These it does. */
#pragma hpf independent, reduction(+:z)
    for (int i = 0; i < N; i++)
        z += a[i];
#pragma hpf independent, reduction(+:h)
    for (int i = 0; i < N; i++)
        h[i % 4] += a[i];
#pragma hpf independent, reduction(+:t)
    for (int i = 0; i < N; i++)
        add(&t, a[i]);
    return point == q;
}
