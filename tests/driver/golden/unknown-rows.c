#define N 8
#pragma hpf processors P(2)
#pragma hpf distribute (block) onto P :: x, y
double x[N], y[N], *value;
int *first, *column;
void build(void);

int main(void)
{
    build();
    for (int i = 0; i < N; i++) {
        y[i] = 0;
        for (int k = first[i]; k < first[i + 1]; k++)
            y[i] += value[k] * x[column[k]];
    }
    return 0;
}
