/* pivot_guarded.c, whose row is one that the source says, and asked for where the function is called. */
#include <stdio.h>

#define N 64
static double a[N][N], row[N], key[N];

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i,*) with T(i)

static int find(int from)
{
    int at = from;
    for (int i = from; i < N; i++)
        if (key[i] > key[at])
            at = i;
    return at;
}

static void copy_row(int r)
{
    for (int j = 0; j < N; j++)
        row[j] = a[r][j];
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        key[i] = i * 7 % 11;
        for (int j = 0; j < N; j++)
            a[i][j] = i + j % 17;
    }
    double sum = 0;
#pragma fpredict region work
    for (int k = 0; k < 4; k++) {
        int p = find(k);
        if (p != k)
            copy_row(N / 2);
        sum += row[k];
        a[k][k] = sum;
    }
    printf("%.8g\n", sum);
    return 0;
}
