/* Red and black points. Those of one colour need none of their own: by the start of a row, by a
 * condition, and as a promise, which holds for one step only: the next one reads what all
 * iterations of this one have computed. */
#include <stdio.h>

#ifndef N
#define N 20
#endif
#define STEPS 12
static double u[N+1][N+1], f[N+1][N+1], w[N+1];

#pragma hpf processors P(2,2)
#pragma hpf template T(N+1,N+1)
#pragma hpf distribute T(block,block) onto P
#pragma hpf align (i,j) with T(i,j) :: u, f
#pragma hpf align w(i) with T(i,*)

static void begin(void)
{
    for (int i = 0; i <= N; i++) {
        w[i] = i % 5;
        for (int j = 0; j <= N; j++) {
            f[i][j] = i * j % 7;
            u[i][j] = 0;
        }
    }
}

static void print(const char *what)
{
    double sum = 0;
    for (int i = 0; i <= N; i++)
        for (int j = 0; j <= N; j++)
            sum += u[i][j] * (1 + (i + 2 * j) % 5);
    for (int i = 0; i <= N; i++)
        sum += w[i] * (1 + i % 3);
    printf("%s %.10g\n", what, sum);
}

int main(void)
{
    begin();
    for (int step = 0; step < STEPS; step++)
        for (int colour = 0; colour < 2; colour++)
            for (int i = 1; i < N; i++)
                for (int j = 1 + (i + colour) % 2; j < N; j += 2)
                    u[i][j] = (u[i-1][j] + u[i+1][j] + u[i][j-1] + u[i][j+1] + f[i][j]) / 4;
    print("starts");

    begin();
    for (int colour = 0; colour < STEPS; colour++)
        for (int i = 1; i < N; i++)
            for (int j = 1; j < N; j++)
                if ((i + j + colour) % 2 == 0)
                    u[i][j] = (u[i-1][j] + u[i+1][j] + u[i][j-1] + u[i][j+1] + f[i][j]) / 4;
    print("conditions");

    begin();
    for (int colour = 0; colour < STEPS; colour++)
#pragma hpf independent
        for (int i = 1; i < N; i++)
#pragma hpf independent
            for (int j = 1; j < N; j++)
                if ((i + j + colour) % 2 == 0)
                    u[i][j] = (u[i-1][j] + u[i+1][j] + u[i][j-1] + u[i][j+1] + f[i][j]) / 4;
    print("promised");

    begin();
    for (int step = 0; step < STEPS; step++)
#pragma hpf independent
        for (int i = 1; i < N; i++)
            if ((i + step) % 2)
                w[i] = 0.5 * (w[i-1] + w[i+1]);
    print("line");

    /* Points of one colour that do need each other: three apart, and a diagonal away. */
    begin();
    for (int step = 0; step < STEPS; step++)
        for (int i = 3; i < N; i++)
            for (int j = 1 + (i + step) % 2; j < N; j += 2)
                u[i][j] = 0.3 * (u[i-3][j+1] + u[i-1][j-1] + u[i-1][j+1]) + f[i][j];
    print("one colour");
    return 0;
}
