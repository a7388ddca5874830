#define N 4096
double x[N], y[N], z[N];
#pragma hpf processors P(4)
#pragma hpf distribute x(block) onto P
#pragma hpf distribute y(block) onto P
#pragma hpf distribute z(block) onto P
int main(void)
{
    int i;
    for (i = 1; i < N; i++)
        x[i] = z[i] * (y[i] - x[i - 1]);
    for (i = N - 2; i >= 0; i--)
        y[i] = y[i + 1] * z[i] + x[i];
    return 0;
}
/* By hand. One element at each of three borders, twice. */
/* moves: 6 messages, 48 bytes */
