/* Functions and loops that are marked (fpredict record --compile): the names of lines stand beside
 * them, and how often each is begun, in comments. One rank or several. */

#include <mpi.h>
#include <stdio.h>

#define EACH(i, n) for (int i = 0; i < (n); i++)

static volatile double sum;

/* Ends by a return out of two loops, at the first call; 3 calls. */
static int find(int wanted)
{
    for (int i = 0; i < 4; i++)     /* 14: 3 */
        for (int k = 0; k < 4; k++) /* 15: all 4 for wanted = 99, 1 for 2, 2 for 6: 7 */
            if (4 * i + k == wanted)
                return i;
    return -1;
}

static double half(double x); /* not recorded: no pattern names it */

/* 2 calls. */
static void search(int n)
{
again:
    while (n > 0) /* 27: once more after the jump, of 2 calls: 3 */
        if (n-- == 3)
            goto again;
    do /* 30: 2 */
        n++;
    while (n < 2);
    if (n == 2)
        for (int i = 0; i < 2; i++) /* 34: 2 */
            sum += half(i);
    else
        sum = 0;
    EACH(j, 2) /* a macro's: none */
    sum += j;
    int at = 1;
    switch (n) {
        for (at = 0; at < 2; at++) { /* 42: jumped into: none */
        case 2:
            sum += n;
        }
    }
#pragma omp parallel for
    for (int i = 0; i < 2; i++)     /* 48: 2 */
        for (int k = 0; k < 2; k++) /* 49: none, the directive might take both */
            n += k;
}

static double half(double x)
{
    return x / 2;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    printf("%d %d %d\n", find(99), find(2), find(6));
    search(2);
    search(5);
    printf("line %d of %s, %g\n", __LINE__, __FILE__, sum);
    MPI_Finalize();
    return 0;
}
