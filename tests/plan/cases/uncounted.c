#include <stdlib.h>
#define N 16

/* Loops whose variable steps to where nothing tells before them: all processors step through them,
 * which is warned of where the variable says which elements of distributed arrays are meant. `end`
 * is an integer that the loop leaves as it is, and the loop is divided. */
static int ends[3];
static double u[N], v[N], whole[N];
#pragma hpf distribute (block) :: u
#pragma hpf align v(i) with u(i)

static void follow(const int *d)
{
    for (int k = 0; k < d[2]; k++)
        v[k] = 2 * u[k];
    for (int k = 0; k < d[2]; k++)
        whole[k] = k;
    int end = d[2];
    for (int k = 0; k < end; k++)
        v[k] = 3 * u[k];
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc && i < 4; i++)
        ends[i - 1] = atoi(argv[i]);
    follow(ends);
    return 0;
}
/* no proof: a formal array without an actual one */
