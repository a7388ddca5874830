/* What reads the size is called twice, the second time with arrays that are as large as the first says. */
#include <stdio.h>
#include <stdlib.h>

static int n;
static double *u;
#pragma hpf processors P(2)
#pragma hpf template T(n)
#pragma hpf distribute T(block) onto P
#pragma hpf dimension(n), align(i) with T(i) :: u

static void run(const char *word)
{
    n = atoi(word);
    u = malloc(n * sizeof *u);
    for (int i = 0; i < n; i++)
        u[i] = i;
    printf("%g\n", u[n - 1]);
}

int main(int argc, char **argv)
{
    run(argv[1]);
    if (argc > 2)
        run(argv[2]);
    return 0;
}
