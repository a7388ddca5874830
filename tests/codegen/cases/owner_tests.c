/* Who executes a statement is asked before the loops that leave it alone, and only before those. */

#include <stdio.h>

#ifndef N
#define N 24
#endif

double a[N][N], b[N];
int at = 3, step = 1;

#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align (i,*) with T(i) :: a
#pragma hpf align (i) with T(i) :: b

static void move(void)
{
    at = at + step;
}

/* Two rows that other processors have, in one loop. */
static void both(void)
{
    for (int i = 0; i < N / 2; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] += 3.0 * i + j;
            a[i + N/2][j] += 1.0 + j;
        }
}

/* The row is the same in all iterations of both loops. */
static void same(int row)
{
    for (int k = 0; k < 3; k++)
        for (int j = 1; j < N; j++) {
            a[row][j] += 0.5 * k;
            a[N - 1 - row][j] -= 0.25 * j;
        }
}

/* The index moves with what the loops do, one way or another. */
static void moves(void)
{
    int row = 0, *also = &row;
    for (int j = 0; j < 4; j++) {
        b[row] += 1.0;
        row += 2;
    }
    for (int j = 0; j < 4; j++) {
        b[at] += 2.0;
        move();
    }
    for (int j = 0; j < 4; j++) {
        b[row] -= 4.0;
        *also = 2 * j + 1;
    }
    int k = 0;
    while (k < N) {
        b[k] *= 1.5;
        for (int j = 0; j < 2; j++)
            b[k] += j;
        k = 2 * k + 1;
    }
}

/* A loop without iterations asks for nothing. */
static void none(int count)
{
    for (int i = 0; i < count; i++) {
        a[N / count][i] = -1.0;
        b[N / count - 1] += 7.0;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++) {
        b[i] = i;
        for (int j = 0; j < N; j++)
            a[i][j] = i + 2 * j;
    }
    both();
    same(2);
    moves();
    none(0);
    none(3);
    double sum = 0.0, other = 0.0;
    for (int i = 0; i < N; i++) {
        other += (i + 1) * b[i];
        for (int j = 0; j < N; j++)
            sum += (i + 1) * (j + 2) * a[i][j];
    }
    printf("%d %.2f %.2f\n", at, sum, other);
    return 0;
}
