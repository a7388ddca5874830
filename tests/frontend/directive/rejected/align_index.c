#define N 10
#define M 4
float A[N][M];
float B[N][M];
#pragma hpf template T(N)
#pragma hpf distribute T(block)
#pragma hpf align A(N,M) with T(row)
#pragma hpf align B(i,*) with T(column)
