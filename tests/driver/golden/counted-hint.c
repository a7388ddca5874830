/* The variable counts on, and the hint says how far. */
int read_number(void);
double a[64];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P

int main(void)
{
    int i, n = read_number();
#pragma fpredict trip(n - 1)
    for (i = 0; i < 64 && a[i] > 0; i++)
        continue;
    return 0;
}
