/* Members that are exchanged in a loop that ends when the data say so, as they do after ten iterations. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 64
#define M 48

#pragma hpf processors P(4)
#pragma hpf template T(N,M)
#pragma hpf distribute T(block,*) onto P

struct field {
    double *now, *next;
};
#pragma hpf dimension(N,M), align(i,j) with T(i,j) :: field.now, field.next

static struct field f;

static double sweep(void)
{
    double change = 0;
    for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < M - 1; j++) {
            f.next[i*M + j] = 0.25 * (f.now[(i - 1)*M + j] + f.now[(i + 1)*M + j] + f.now[i*M + j - 1] +
                                      f.now[i*M + j + 1]);
            change += fabs(f.next[i*M + j] - f.now[i*M + j]);
        }
    double *kept = f.now;
    f.now = f.next;
    f.next = kept;
    return change;
}

int main(void)
{
    f.now = malloc(N*M * sizeof *f.now);
    f.next = malloc(N*M * sizeof *f.next);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++) {
            f.now[i*M + j] = (i * 7 + j * 3) % 11;
            f.next[i*M + j] = (i * 7 + j * 3) % 11;
        }
    double change;
#pragma fpredict region work
    {
#pragma fpredict trip(10)
        do
            change = sweep();
        while (change > 64);
    }
    printf("%.10g %.10g\n", change, f.now[M + 1]);
    return 0;
}
