#define N 10
float A[N][N];
float B[N][N];
float C[N][N];
float D[N][N];
float E[N][N];
#pragma hpf processors P(2)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block, *) onto P
#pragma hpf align A(i,j) with T(i,j)
#pragma hpf align C(i,j) with T(i,j)
#pragma hpf align D(i,j) with T(i,j)
#pragma hpf align E(i,j) with T(i,j)
#pragma hpf shadow A(1,1)
#pragma hpf shadow B(1,0)
#pragma hpf shadow C(-1,0)
#pragma hpf shadow D(*,0)
#pragma hpf shadow E(1:,0)
