#define N 64
double b[N];
int count;
#pragma hpf processors P(4)
#pragma hpf distribute b(block) onto P
static void look(const double *x)
{
    count += *x > 3;
}
void by_its_address(void)
{
    double carried = 1;
    for (int k = 0; k < N; k++) {
        b[k] = carried;
        carried = b[k] / carried;
    }
    look(&carried);
}
