/* The size changes once more after the arrays have it. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = atoi(argv[1]);
#pragma hpf processors P(2)
#pragma hpf template T(n)
#pragma hpf distribute T(block) onto P
    double *u = malloc(n * sizeof *u);
#pragma hpf dimension(n), align(i) with T(i) :: u
    for (int i = 0; i < n; i++)
        u[i] = i;
    if (argc > 2)
        n--;
    for (int i = 0; i < n; i++)
        u[i] += 1;
    printf("%g\n", u[3]);
    return 0;
}
