#define N 32
double a[N], b[N][N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf distribute b(block, *) onto P
int main(void)
{
    int i, j;
    for (i = 0; i < N; i++)
        if (a[i + 1] > 0)
            a[i] = 1; /* told: 31 reads a[32] */
    for (i = 0; i < N; i++)
        if (i < N - 1 && a[i + 1] > 0)
            a[i] = 1; /* fine */
    for (i = 0; i < N; i++)
        if (a[i] > 0)
            a[i] = a[i + 1]; /* what the data say may be that */
    for (j = 0; j < N; j++)
        if (j % 2 == 0)
            for (i = 0; i < N; i++)
                b[j][i] = b[j][i + 1]; /* told, of every other row */
    for (j = 0; j < N; j++)
        for (i = 0; i < N; i++)
            if (i % 2 == 0)
                b[j][i] = b[j][i + 1]; /* fine */
    for (i = 0; i < N; i++) {
        if (i == N - 1)
            continue;
        if (a[i + 1] > 0)
            a[i] = 1;
    } /* fine */
    for (i = 0; i < N; i++) {
        if (i == N - 1)
            break;
        if (a[i + 1] > 0)
            a[i] = 1;
    } /* fine */
    for (i = 0; i < N; i++) {
        if (i == N - 1)
            break;
        a[i] = a[i + 1];
    } /* fine */
    for (i = 0; i < N; i++) {
        if (i < N - 1) {
            if (a[i + 1] > 0)
                a[i] = 1;
        }
    } /* fine */
    return 0;
}
