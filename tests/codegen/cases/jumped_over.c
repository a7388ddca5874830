/* Values that an iteration sets after a `continue` or `break` of its own, and looks at after that: no
 * other iteration looks at them, whichever are left out. */
#include <stdio.h>
#ifndef N
#define N 20
#endif
double m[N], row[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align m(i) with T(i)
#pragma hpf align row(i) with T(i)

int main(void)
{
    double s = 0, kept;
    for (int r = 0; r < N; r++) {
        m[r] = r % 7;
        row[r] = 0;
    }
    for (int c = 0; c < 5; c++) {
        for (int r = 0; r < N; r++) {
            if (r == c)
                continue;
            double f = m[r];
            m[r] = f / 2 + c;
        }
        for (int r = 0; r < N; r++) {
            if (m[r] > 4)
                continue;
            kept = m[r] * 3;
            if (kept > 6)
                continue;
            row[r] += kept;
        }
    }
    for (int r = 0; r < N; r++)
        s += m[r] * (r + 1) - row[r];
    printf("%.10g\n", s);
    return 0;
}
