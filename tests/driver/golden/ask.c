/* What it does is known only when it runs. */
int read_number(void);
#define N 1000

double a[N];

#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P

int main(void)
{
    int i, k;
    int sweeps = read_number();
    int kind = read_number();
    for (k = 0; k < sweeps; k++) {
        if (kind == 2)
            for (i = 0; i < N; i++)
                a[i] = a[i] + k;
    }
    return 0;
}
