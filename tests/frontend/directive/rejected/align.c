#define N 10
float A[N][N];
float B[N];
float C[N];
float D[N];
float E[N];
float F[N];
float G[N][N];
float H[N][N];
int n = 3;
#pragma hpf processors P(2,2)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block, block) onto P
#pragma hpf align A(i,j) with T(i + j, 0)
#pragma hpf align B(i) with T(i, i)
#pragma hpf align C(i + 1) with T(i, *)
#pragma hpf align D(i) with T(i * i, *)
#pragma hpf align E(:) with T(:, :)
#pragma hpf align F(i) with T(0:4, i)
#pragma hpf align G(i,i) with T(i, i)
#pragma hpf align H(i,j) with T(i, jj)
