#include <hpf.h>
#include <stdlib.h>
#define N 64
double a[N], b[N];
int index_of[N];
extern double weight(double);
extern double (*shape)(double);
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
#pragma hpf align b(i) with T(i)
int main(int argc, char **argv)
{
    int sweeps = 3, at;
    if (argc > 9)
        exit(1);
    for (int s = 0; s < sweeps; s++)
        for (int i = 0; i < N; i++)
            a[i] = weight(b[i]);
    at = maxloc(a, N);
    switch (argv[0][0]) {
    case 'a': a[0] = 1; break;
    case 'b': a[1] = at; break;
    }
    for (int i = 0; i < N; i++) {
        if (a[i] > 3)
            break;
        if (a[i] > 2)
            b[i] = shape(a[index_of[i]]);
    }
    return 0;
}
