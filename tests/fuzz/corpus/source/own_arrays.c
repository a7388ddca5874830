#define N 64
double a[N], b[N], c[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align (i) with T(i) :: a, b, c
static double mean(double left, double here, double right)
{
    double w[3];
    w[0] = left;
    w[1] = here;
    w[2] = right;
    double sum = 0;
    for (int k = 0; k < 3; k++)
        sum += w[k];
    return sum / 3;
}
int main(void)
{
    for (int i = 0; i < N; i++) {
        double power[4];
        power[0] = 1;
        for (int k = 1; k < 4; k++)
            power[k] = power[k - 1] * a[i];
        b[i] = power[1] + power[2] / 2 + power[3] / 6;
    }
    for (int i = 1; i < N - 1; i++)
        c[i] = mean(b[i - 1], b[i], b[i + 1]);
    double kept[2];
    for (int i = 0; i < N; i++) {
        kept[i % 2] = a[i];
        c[i] = c[i] * 2;
    }
    return kept[0] > kept[1];
}
