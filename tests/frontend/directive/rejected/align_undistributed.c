#define N 10
float A[N];
float B[N];
float C[N];
#pragma hpf align A(i) with B(i)
#pragma hpf template T(N)
#pragma hpf align C(i) with T(i)
