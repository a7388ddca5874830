/* Members of structures that are distributed: in loops, conditions, array assignments, calls,
 * reductions and messages; and a loop's variable that a comparison names after it. */
#include <stdio.h>

#ifndef N
#define N 20
#endif
struct fields {
    int steps;
    double u[N], v[N][N];
} st;
static double total;
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align st.u(i) with T(i)
#pragma hpf align st.v(i,*) with T(i)

static double sum(double x[N])
{
    double s = 0;
    for (int i = 0; i < N; i++)
        s += x[i];
    return s;
}

int main(void)
{
    struct { int count; double w[N]; } own;
#pragma hpf align own.w(i) with T(i)
    int i, j, last = N;
    st.steps = 3; /* not st.u */
    for (i = 0; i < N; i++) {
        st . u [i] = (i * 5) % 7 + 0.5;
        own.w[i] = N>i ? i : 0;
        for (j = 0; j < N; j++)
            st.v[i][j] = i * j % 5;
    }
    own.count = last>i ? 1 : 2;
    for (int step = 0; step < st.steps; step++)
        for (i = 1; i < N - 1; i++)
            if (st.u[i]>own.w[i - 1] || st.v[i][3]>2)
                own.w[i] += st.u[i - 1] * st.u[i + 1];
    st.u[3] = own.w[N - 1] + st.v[0][1];
#ifdef PLAIN_C
    for (i = 0; i < N; i++)
        own.w[i] = st.u[i] * 2 + 1;
#else
    own.w[:] = st.u[:] * 2 + 1;
#endif
    for (i = 0; i < N; i++)
        total += st.u[i] * own.w[i];
    printf("%g %g %d st.u\n", total, sum(st.u) + sum(own.w), own.count + st.steps);
    return 0;
}
