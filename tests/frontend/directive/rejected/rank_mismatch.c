#define N 100
float A[N][N];
float B[N][N];
#pragma hpf processors P(2,2)
#pragma hpf processors Q(4)
#pragma hpf template T(N,N)
#pragma hpf template U(N,N)
#pragma hpf distribute A(block, block, block) onto P
#pragma hpf distribute T(block, *) onto P
#pragma hpf distribute U(block) onto Q
#pragma hpf align B(i) with T(i,*)
#pragma hpf on home(T(i))
#pragma hpf on home(B(i,j,k))
