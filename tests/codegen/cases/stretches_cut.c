/* Elements that a bit of the index says are read, where another condition begins the loop later, ends it earlier or
 * takes every third iteration only, before and after that of the bit; and with a loop inside that begins by the index. */
#include <stdio.h>
#ifndef N
#define N 32
#endif
#define R (N + 16)
static double u[R], a[R], v[R][N], w[R][N];
#pragma hpf processors P(4)
#pragma hpf template T(R)
#pragma hpf distribute T(block) onto P
#pragma hpf align (i) with T(i) :: u, a
#pragma hpf align (i,*) with T(i) :: v, w

static void fill(void)
{
    for (int i = 0; i < R; i++) {
        u[i] = i * i;
        a[i] = 0;
        for (int j = 0; j < N; j++) {
            v[i][j] = i * i - j;
            w[i][j] = 0;
        }
    }
}

static void fixed(void)
{
    for (int i = 0; i < N; i++)
        a[i] = (i & 8) == 0 && i > 9 ? u[i + 8] : 0;
    for (int i = 0; i < N; i++)
        a[i] += i > 2 && (i & 8) != 0 ? u[i - 8] : u[N - 1 - i];
    for (int i = 0; i < N; i++)
        if ((i & 4) == 0) {
            if (i < 17)
                a[i] += u[i + 4];
            else if (i > 24)
                a[i] += u[i - 4];
        }
    for (int i = 0; i < N; i++)
        if ((i & 8) == 0 && i % 3 == 1)
            a[i] += u[i + 8];
}

static void levels(void)
{
    for (int l = 0; l < 4; l++) {
        int h = 1 << l;
        for (int i = 0; i < N; i++)
            if ((i & h) == 0 && i != 0)
                a[i] += u[i + h];
        for (int i = 0; i < N; i++)
            if ((i & h) != 0) {
                if (i >= 11)
                    a[i] += u[i - h];
            }
        for (int i = 0; i < N; i++)
            if ((i & h) == 0 && i < N - 33)
                a[i] += u[i + h];
    }
}

static void triangle(void)
{
    for (int i = 0; i < N; i++)
        for (int j = i; j < N; j++)
            if ((i & 8) == 0)
                w[i][j] = v[i + 8][j];
    for (int i = 0; i < N; i++)
        for (int j = 0; j <= i; j++)
            if ((i & 4) != 0 && i > 6)
                w[i][j] += v[i - 4][j];
}

/* A stretch for each iteration of the loop around it, or inside it. */
static void of_other_loops(void)
{
    for (int k = 1; k < 6; k++)
        for (int i = 0; i < N; i++)
            if (i / k % 2 == 0 && i > k)
                a[i] += u[i + k];
    for (int i = 0; i < N; i++)
        for (int k = 1; k < 6; k++)
            if (i / k % 2 == 0)
                a[i] += u[i + k];
}

int main(void)
{
    fill();
    fixed();
    levels();
    triangle();
    of_other_loops();
    for (int i = 0; i < N; i++)
        printf("%g ", a[i]);
    for (int i = 0; i < N; i++) {
        double row = 0;
        for (int j = 0; j < N; j++)
            row += w[i][j] * (j + 1);
        printf("%g ", row);
    }
    printf("\n");
}
