/* Numbers that the iterations of a divided loop leave in a structure, or by an address. */
#include <stdio.h>
#include <stdlib.h>
#define N 16
typedef struct {
    double last, *u;
} field;
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align(i) with T(i) :: field.u

static void leave(field *f)
{
    for (int i = 0; i < N; i++) {
        f->last = i;
        f->u[i] += f->last;
    }
}

static void count(int *n)
{
    ++*n;
}

int main(void)
{
    field f;
    int n = 0;
    f.u = calloc(N, sizeof *f.u);
    leave(&f);
    for (int i = 0; i < N; i++) {
        f.u[i] += 1;
        count(&n);
    }
    printf("%g %d\n", f.last, n);
    return 0;
}
