#define N 64
double b[N], c[N];
#pragma hpf processors P(4)
#pragma hpf distribute b(block) onto P
#pragma hpf distribute c(block) onto P
void up_and_down(void)
{
    double carried = 0;
    for (int k = 0; k < N; k++) {
        b[k] = c[k] + carried;
        carried = b[k] - carried;
    }
    for (int k = N - 1; k >= 0; k--) {
        c[k] = b[k] + carried;
        double twice = c[k] + c[k];
        carried = twice - carried;
    }
}
void asked_for(void)
{
    double carried = 1;
    for (int k = 1; k < N; k += 2) {
        b[k] = carried;
        carried = b[k] / carried;
    }
    b[0] = carried;
}
void again_and_again(void)
{
    double carried = 1;
    for (int t = 0; t < 10; t++)
        for (int k = 0; k < N; k++) {
            b[k] = carried;
            carried = b[k] / carried;
        }
}
void of_what_stands_still(void)
{
    double carried = 1;
    for (int k = 0; k < N; k++) {
        b[k] = carried;
        carried = c[k] / carried;
    }
}
double under_a_condition(void)
{
    double carried = 1;
    for (int k = 0; k < N; k++) {
        b[k] = carried;
        if (k % 2)
            carried = b[k] / carried;
    }
    return carried;
}
void twice(void)
{
    double carried = 1;
    for (int k = 0; k < N; k++) {
        b[k] = carried;
        carried = b[k] / carried;
        c[k] = carried;
        carried = carried - b[k];
    }
}
double kept;
void running_sum(void)
{
    for (int t = 0; t < 2; t++)
        for (int k = 0; k < N; k++) {
            b[k] = c[k] * c[k];
            kept += b[k];
            c[k] = kept;
        }
}
void left_early(void)
{
    double carried = 1;
    for (int k = 0; k < N; k++) {
        b[k] = carried;
        carried = b[k] / carried;
        if (carried > 100)
            break;
    }
}
