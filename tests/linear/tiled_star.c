/* A star of radius R in tiles whose size is read, under a condition that is read, too.
 *
 * By hand, N = 64 and R = 2: on 2 x 2 processors each of 4 pairs of neighbours exchanges 2 lines of 30 points
 * (those of the block that are no border), 8 messages of 480 bytes. On 4 x 4, 24 pairs: 48 messages, and of 3 borders
 * each way and direction 2 lines of 60 points: 2 * 2 * 3 * 2 * 60 * 8 = 11520 bytes. */
#include <stdio.h>
#include <stdlib.h>

#define N 64
#ifndef R
#define R 2
#endif
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define U(i, j) u[(j) + (i)*n]
#define V(i, j) v[(j) + (i)*n]

int main(int argc, char **argv)
{
    const long n = N;
    int i, j, k, it, jt, size = argc > 1 ? atoi(argv[1]) : 8, is_twice = argc > 2;
    static double u[N * N], v[N * N];
#pragma hpf processors P(2,2)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,block) onto P
#pragma hpf dimension(N,N), align(i,j) with T(i,j) :: u, v
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            U(i, j) = (i * 5 + j * 3) % 13;
            V(i, j) = 0;
        }
#pragma fpredict region work
    {
#pragma fpredict probability(1)
        if (!is_twice)
            for (it = R; it < n - R; it += size)
                for (jt = R; jt < n - R; jt += size)
                    for (i = it; i < MIN(n - R, it + size); i++)
                        for (j = jt; j < MIN(n - R, jt + size); j++)
                            for (k = 1; k <= R; k++)
                                V(i, j) += U(i - k, j) + U(i + k, j) - U(i, j - k) - U(i, j + k);
    }
    double s = 0;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++)
            s += V(i, j) * (1 + (i + 3 * j) % 5);
    printf("%.10g\n", s);
    return 0;
}
