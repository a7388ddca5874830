#define N 100
float A[N][N];
float B[N][N];
float C[N][N];
#pragma hpf processors P(4)
#pragma hpf template T(N,N)
#pragma hpf distribute T(block,*) onto P
#pragma hpf align A(:,:) with T(:,0)
#pragma hpf align B(*,:) with T(:,0)
#pragma hpf align C(:,*) with T(:,:)
