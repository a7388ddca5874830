/* A comma beside a = b = e, whose elements different processors have: not e is what a gets. */
#define N 20
double v[N], w[N];
#pragma hpf processors P(4)
#pragma hpf distribute v(block) onto P
#pragma hpf distribute w(block) onto P

int main(void)
{
    int m = 3;
    v[0] = (v[N - 1] = 5, m);
    w[0] = w[N - 1] = (m = 7, m + 1);
    return m;
}
