#define N 100
#define NAME "jacobi"
float x;
enum { ROWS = 10 };
#pragma hpf template T(M)
#pragma hpf template U(ROWSS)
#pragma hpf template V(x)
#pragma hpf template W(NAME)
#pragma hpf template X(N +)
#pragma hpf template Y((N)
#pragma hpf template Z(1.5)
#pragma hpf template ZZ(99999999999999999999)
#pragma hpf template ZX(1 / 0)
#pragma hpf template ZW(N; 3)
