#define N 100
float A[N][N];
float B[N];
float x;
#pragma hpf processors P(4)
#pragma hpf template Temp(N)
#pragma hpf distribute Tmp(block) onto P
#pragma hpf distribute Temp(block) onto Q
#pragma hpf align A(i,j) with Unheard(i,j)
#pragma hpf align BB(i) with Temp(i)
#pragma hpf align B(i) with P(i)
#pragma hpf shadow x(1)
#pragma hpf independent, new(y)
#pragma hpf independent, reduction(+:xx)
#pragma hpf on home(N(i))
#pragma xmp loop on A(i)
#pragma xmp loop on Temq(i)
#pragma xmp reflect (Z)
