/* Unions: what is set as one member is read as another, in an iteration and from one to the next. */
#include <stdio.h>

union word {
    double d;
    int half[2];
};
struct tagged {
    int kind;
    union {
        double d;
        long long bits;
    };
};
double a[N];
int b[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)

int main(void)
{
    union word u = {0}, before = {1.5};
    struct tagged t = {0, {0}}, last = {0, {2.5}};
    long long sum = 0;
    for (int i = 0; i < N; i++)
        a[i] = i + 0.25;
    for (int i = 0; i < N; i++) {
        u.d = a[i];
        t.d = a[i] * 3;
        t.kind = i % 3;
        b[i] = u.half[1] % 1000 + (int)(t.bits >> 40) + t.kind;
    }
    for (int i = 0; i < N; i++) {
        b[i] += before.half[1] % 100 + (int)(last.bits >> 44);
        before.d = a[i];
        last.d = a[i] + 1;
    }
    for (int i = 0; i < N; i++)
        sum += (i + 1) * (long long)b[i];
    printf("%lld %d %lld\n", sum, before.half[1], last.bits);
    return 0;
}
