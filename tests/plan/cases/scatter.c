#define N 64
#pragma hpf processors P(4)
#pragma hpf distribute h(block) onto P
#pragma hpf distribute b(block) onto P
#pragma hpf distribute k(block) onto P
double h[N], b[N];
int k[N];
void together(void)
{
    for (int t = 0; t < 10; t++)
        for (int i = 0; i < N; i++) {
            h[k[i]] += b[i];
            h[k[i] + 1] -= b[i];
        }
}
void each_by_itself(void)
{
    for (int i = 0; i < N; i++) {
        h[k[i]] += b[i];
        h[k[i] + 1] *= b[i];
    }
}
void with_old_values(void)
{
    for (int i = 0; i < N; i++)
        h[k[i]] += b[i] * h[i];
}
void looked_at(void)
{
    for (int t = 0; t < 10; t++) {
        for (int i = 0; i < N; i++)
            h[k[i]]++;
        for (int i = 0; i < N; i++)
            b[i] = h[i];
    }
}
