#include <stdlib.h>
#define N 32
#define M 24
static double u[N*M], v[N*M];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf dimension(N,M), align(i,*) with T(i) :: u, v

int main(int argc, char **argv)
{
    int back = atoi(argv[1]), end = atoi(argv[2]);
    for (int i = 0; i < N; i++) {
        u[i*M + M - back] = argc;
        v[i*M + M - 2] = argc;
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < end; j++)
            if (u[i*M + j] > 0)
                v[i*M + M - 1] = 1;
    return 0;
}
