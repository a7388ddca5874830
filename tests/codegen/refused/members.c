/* One member of elements that their owners do not assign. */
#define N 8
struct cell {
    double value;
    int count;
} c[N];
int where[N];
#pragma hpf processors P(4)
#pragma hpf distribute c(block) onto P
double d[N];
#pragma hpf distribute d(block) onto P

int main(void)
{
#pragma hpf independent
    for (int i = 0; i < N; i++)
        c[where[i]].value = d[i];
    return 0;
}
