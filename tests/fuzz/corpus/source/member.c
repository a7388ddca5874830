#define N 12
struct { double u[N]; int k; } st = {.k = 1};
#pragma hpf processors P(2)
#pragma hpf distribute st.u(block) onto P
int main(void)
{
    for (int i = 0; i < N; i++)
        st.u[i] = (i * 5) % 7 + 0.5;
    return 0;
}
