#define N 20
double a[N], b[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)
int main(void)
{
    int i, step, at = 0;
    double s = 0, before = 0, most = 0;
    for (step = 0; step < 10; step++) {
        for (i = 0; i < N; i++)
            s += a[i]; 
        if (s > 20)
            break;
        for (i = 0; i < N; i++)
            a[i] += b[i];
    }
    for (i = 0; i < N; i++) { 
        if (before > 5)
            a[i] = 1;
        before = b[i];
    }
    for (i = 0; i < N; i++)
        if (a[i] > most) {
            most = a[i];
            at = i;
        }
    return at;
}
