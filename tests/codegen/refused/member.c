#include <stdio.h>
#define N 12
static double a[N];
struct { double u[N]; int k; } st;
#pragma hpf processors P(2)
#pragma hpf distribute a(block) onto P
#pragma hpf distribute st.u(block) onto P
int main(void)
{
    int i, at = -1;
    double big = -1;
    for (i = 0; i < N; i++)
        st.u[i] = (i * 5) % 7 + 0.5;
    for (i = 0; i < N; i++)
        if (st.u[i] > big) big = st.u[i];
    printf("%g %d\n", big, at);
    return 0;
}
