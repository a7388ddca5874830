/* A function gets an index that is set through an address that is kept, between two calls. */
#include <stdio.h>

#define N 16

static double a[N], b[N];

#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf align b(i) with a(i)

static int s = 3, *q = &s;

static void spread(int k)
{
    for (int i = 0; i < N; i++)
        b[i] = a[k];
}

static void print(void)
{
    for (int i = 0; i < N; i++)
        printf(" %g", b[i]);
    printf("\n");
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i * i;
    spread(s);
    print();
    *q = 9;
    spread(s);
    print();
    for (int t = 0; t < 3; t++) {
        spread(s);
        *q = (*q + 3) % N;
        print();
    }
    return 0;
}
