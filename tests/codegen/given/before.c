/* The template stands before the value of its size, which is compared after that. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = argc;
#pragma hpf processors P(2)
#pragma hpf template T(n)
#pragma hpf distribute T(block) onto P
    n = argc > 1 ? atoi(argv[1]) : 23;
    double *u = malloc(n * sizeof *u);
#pragma hpf dimension(n), align(i) with T(i) :: u
    for (int i = 0; i < n; i++)
        u[i] = i;
    printf("%g\n", u[n - 1]);
    return 0;
}
