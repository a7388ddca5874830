#define N 10
float A[N];
float B[N];
float C[N];
#pragma hpf processors P(4)
#pragma hpf processors P(2)
#pragma hpf template T(N)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf distribute T(cyclic) onto P
#pragma hpf align A(i) with T(i)
#pragma hpf align A(i) with T(N - 1 - i)
#pragma hpf distribute B(block) onto P
#pragma hpf distribute B(block) onto P
#pragma hpf align B(i) with T(i)
#pragma hpf align C(i) with T(i)
#pragma hpf shadow C(1)
#pragma hpf shadow C(2)
