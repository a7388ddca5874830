#define A B
#define B (A)
#define TWICE(x) (2*(x))
#define PASTE(x, y) x##y
#pragma hpf template T(A)
#pragma hpf template U(TWICE(1, 2))
#pragma hpf template V(PASTE(1, 2))
#pragma hpf template W(TWICE(1)
#pragma hpf template X(TWICE)
