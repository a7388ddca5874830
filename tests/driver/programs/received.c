/* Arrays that are distributed anew: what comes in runs of memory is received where it
 * belongs, the rest is taken out of its messages. */
#define N 16
double a[N], b[N];
#pragma hpf processors P(2)
#pragma hpf distribute a(block) onto P
#pragma hpf distribute b(block) onto P
#pragma hpf dynamic a, b
int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = b[i] = i;
#pragma hpf redistribute a(block(12))
#pragma hpf redistribute b(cyclic)
    for (int i = 0; i < N; i++)
        a[i] = a[i] + 1;
    for (int i = 0; i < N; i++)
        b[i] = b[i] + 1;
    return 0;
}
