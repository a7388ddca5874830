#define N 1000
#pragma hpf processors P(2,2)
double area(void)
{
    double sum = 0;
#pragma hpf independent, reduction(+:sum)
    for (int i = 0; i < N; i++) {
        double x = (i + 0.5) / N;
        sum += 4 / (1 + x * x);
    }
    return sum / N;
}
