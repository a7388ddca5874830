/* What sizeof cannot tell, and a macro of the system that does not fit. */
#include <stdint.h>
double a[8];
#pragma hpf processors P(2)
#pragma hpf template T(sizeof(missing))
#pragma hpf template U(sizeof(a + 1))
#pragma hpf template V(sizeof)
#pragma hpf template W(sizeof())
#pragma hpf template X(SIZE_MAX)
#pragma hpf template Y(sizeof(struct missing))
#pragma hpf template Z(sizeof a[0][0])
