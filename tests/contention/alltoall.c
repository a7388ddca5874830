/* Each processor sends a block to each other one. */

static double a[N][N], b[N][N];
static double work[PROCS];
#pragma hpf processors P(PROCS)
#pragma hpf distribute a(block,*) onto P
#pragma hpf distribute b(block,*) onto P
#pragma hpf distribute work(block) onto P

int main(void)
{
    int i, j, p, k;

    /* Processor p begins p additions later. */
#pragma hpf independent, new(k)
    for (p = 0; p < PROCS; p++)
        for (k = 0; k < p; k++)
            work[p] = work[p] + 1.0;
#pragma hpf independent, new(j)
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            b[i][j] = a[j][i];
    return 0;
}
