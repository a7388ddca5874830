/* A pointer keeps the address of the size, which changes by it. */
#include <stdio.h>
#include <stdlib.h>

static int n;
static double *u;
#pragma hpf processors P(2)
#pragma hpf template T(n)
#pragma hpf distribute T(block) onto P
#pragma hpf dimension(n), align(i) with T(i) :: u

int main(int argc, char **argv)
{
    int *size = &n;
    *size = atoi(argv[1]);
    u = malloc(n * sizeof *u);
    for (int i = 0; i < n; i++)
        u[i] = i;
    *size -= argc > 2;
    for (int i = 0; i < n; i++)
        u[i] += 1;
    printf("%g\n", u[3]);
    return 0;
}
