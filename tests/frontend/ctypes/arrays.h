/* What the programs of this folder count with: every marked line assigns an element of `a`. */
#ifndef N
#define N 512
#endif
static double a[N];
#pragma hpf processors P(4)
#pragma hpf template T(N)
#pragma hpf distribute T(block) onto P
#pragma hpf align a(i) with T(i)
