#define N 16
double a[N], b[N], x;
int n;
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)
int main(void)
{
#pragma hpf independent
    for (int i = 0; i < N; i++) {
        if (b[i] > 0)
            break;
        a[i] = 1;
    }
#pragma hpf on home(a(i))
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 3; k++)
            if (b[i] > k)
                break;
        if (b[i] > 0)
            return 1;
        a[i] = 1;
    }
#pragma hpf forall
    for (int i = 0; i < N; i++) {
        if (b[i] > 0)
            break;
        a[i] = 1;
    }
#pragma hpf forall
    for (int i = 0; i < N; i++) {
        if (b[i] > 0)
            goto next;
        a[i] = 1;
    next:;
    }
#pragma hpf independent
    for (int i = 0; i < N; i++) {
        switch (n) {
        case 1:
            break;
        default:
            a[i] = 2;
        }
        if (b[i] > 0)
            continue;
        a[i] = 1;
    }
    return 0;
}
