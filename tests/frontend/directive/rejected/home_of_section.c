#define N 10
float A[N][N];
#pragma hpf distribute A(block,*)
#pragma hpf on home(A(0:4,j))
#pragma hpf on home(A(i,:))
