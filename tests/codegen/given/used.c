/* An array is used with one size before the size has its last value. */
#include <stdio.h>
#include <stdlib.h>

static int n;
static double *u;
#pragma hpf processors P(2)
#pragma hpf template T(n)
#pragma hpf distribute T(block) onto P
#pragma hpf dimension(n), align(i) with T(i) :: u

static void fill(void)
{
    u = malloc(n * sizeof *u);
    for (int i = 0; i < n; i++)
        u[i] = i;
}

int main(int argc, char **argv)
{
    n = atoi(argv[1]);
    fill();
    if (argc > 2)
        scanf("%d", &n);
    for (int i = 0; i < n; i++)
        u[i] += 1;
    printf("%g\n", u[3]);
    return 0;
}
