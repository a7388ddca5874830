#define N 100
float A[N][N];
float B[N];
float C[N][N];
#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block, *) onto P
#pragma hpf align A(i,j) with T(i)
#pragma hpf align B with T
#pragma hpf align C with T
#pragma hpf shadow C(1)
