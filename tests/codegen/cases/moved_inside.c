/* A loop's variable that moves in the midst of the body, and tells which plane is fetched after that; and planes that go
 * to and fro in loops that do not count, and that are begun anew. */
#include <stdio.h>
#pragma hpf processors P(*)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
double u[2][N], a[N], v[4 * N];
#pragma hpf align u(*,i) with T(i)
#pragma hpf align a(i) with T(i)
#pragma hpf distribute v(block) onto P

static void show(void)
{
    for (int i = 0; i < N; i++)
        printf("%g %g %g\n", a[i], u[0][i], u[1][i]);
}

int main(void)
{
    int i, cur = 0, it = 0, k;
    unsigned m = 1;
    double e = 9;
    for (i = 0; i < N; i++) {
        u[0][i] = i;
        u[1][i] = 100 + i;
        a[i] = 0;
    }
    for (i = 0; i < 4 * N; i++)
        v[i] = i;
    while (it < 3) { /* first of all */
        it++;
        for (i = 1; i < N; i++)
            a[i] = u[cur][i - 1];
        for (i = 0; i < N; i++)
            u[cur][i] += a[i];
        cur = 1 - cur;
    }
    show();
    it = 0, cur = 0;
    while (e > 0 && it < 8) { /* between the two halves */
        for (i = 1; i < N; i++)
            a[i] = u[cur][i - 1];
        for (i = 0; i < N; i++)
            u[1 - cur][i] = a[i] + 1;
        it++;
        cur = 1 - cur;
        for (i = 2; i < N; i++)
            a[i] = u[cur][i - 2];
        for (i = 0; i < N; i++)
            u[1 - cur][i] += a[i];
        e -= 1;
    }
    show();
    for (; m < 7;) { /* the variable itself says which */
        m += 2;
        for (i = 1; i < N; i++)
            a[i] = u[m / 2 % 2][i - 1];
        for (i = 0; i < N; i++)
            u[m / 2 % 2][i] += a[i];
    }
    show();
    it = 0, k = 3;
    while (it < 6) { /* one that goes along with it */
        it++;
        for (i = 1; i < N; i++)
            a[i] += v[i + k];
        for (i = 0; i < 4 * N; i++)
            v[i] += 1;
        k = k + 2;
    }
    show();
    e = 3, cur = 0;
    do { /* uncounted */
        for (i = 1; i < N; i++)
            u[1 - cur][i] = u[cur][i - 1];
        cur = 1 - cur;
        e -= 1;
    } while (e > 0);
    show();
    for (it = 0; it < 3; it++) { /* begun anew, by an uneven number */
        cur = 0, e = 2.5;
        do {
            for (i = 1; i < N; i++)
                u[1 - cur][i] = u[cur][i - 1] + 1;
            cur = 1 - cur;
            e -= 1;
        } while (e > 0);
    }
    show();
    return 0;
}
