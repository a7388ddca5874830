#define N 10
float A[N];
float B[N];
float C[N];
float D[N];
#pragma hpf processors P(2)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align A(i) with T(i + 1)
#pragma hpf align B(i) with T(-i)
#pragma hpf align C(i) with T(N - 1 - i)
#pragma hpf template U(N,2)
#pragma hpf distribute U(block, *) onto P
#pragma hpf align D(i) with U(i, 2)
#pragma xmp template t(N)
#pragma xmp distribute t(block) onto P
float e[N];
#pragma xmp align e[i] with t(i)
