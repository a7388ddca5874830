/* Heads that set what their bounds depend on, in order, and go on from what an iteration before
 * left. */
#include <stdio.h>

#define N 1024
static double u[N], v[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align u(i) with T(i)
#pragma hpf align v(i) with T(i)

static void smooth(int s)
{
#pragma hpf independent
    for (int i = s; i < N - s; i++)
        u[i] = 0.5 * (v[i - s] + v[i + s]);
#pragma hpf independent
    for (int i = s; i < N - s; i++)
        v[i] = 0.9 * u[i] + 0.1;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        v[i] = i % 17;
#pragma fpredict region work
    {
        int m = 8, s;
        for (int t = 0; t < 3; t++) {
            for (m = m % 5 + t, s = 1; s < m; s++) /* to 3, 5 and 6 */
                smooth(s);
            m = m * 3 % 11; /* 9, 4 and 7 */
        }
        for (m = 4, s = m - 1; s < m + 1; s++)
            smooth(s);
    }
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += v[i] * (1 + i % 3);
    printf("%.8g\n", sum);
    return 0;
}
