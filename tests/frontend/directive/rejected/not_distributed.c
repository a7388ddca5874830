#define N 100
float A[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf template U(N)
#pragma hpf distribute U(blok) onto P
#pragma hpf on home(A(i))
#pragma hpf on home(T(i))
#pragma hpf on home(T(i))
#pragma hpf on home(U(i))
