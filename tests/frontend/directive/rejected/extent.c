#define NONE 0
#define N 10
#pragma hpf processors P(0)
#pragma hpf processors Q(0:3)
#pragma hpf processors R(2)
#pragma hpf template T(NONE)
#pragma hpf template U(5:4)
#pragma hpf template V(-3)
#pragma hpf template W(*)
#pragma hpf template X(N)
#pragma hpf template Y(N)
#pragma hpf template Z(N)
#pragma hpf distribute X(block(0)) onto R
#pragma hpf distribute Y(block(3)) onto R
#pragma hpf distribute Z(cyclic(N - 11)) onto R
#pragma xmp nodes p[2][0]
#pragma xmp template t[0]
#pragma fpredict trip(-1)
