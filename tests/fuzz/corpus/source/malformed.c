float A[10][10];
#pragma hpf template T(10,10)
#pragma hpf distribute T(block, *
#pragma hpf distribute T(blok) onto P
#pragma hpf distribute T(round_robin) onto P
#pragma hpf align A(i,j) T(i,j)
#pragma hpf template
#pragma hpf template U
#pragma hpf template V(10) W(20)
#pragma xmp distribute t(block)
#pragma xmp nodes p[2][
#pragma xmp loop (i t(i)
#pragma xmp reflect u
#pragma xmp reflect (u) widht(1)
#pragma xmp reduction (sum:x)
#pragma xmp loop on t(i) reduction(mxa:x)
#pragma xmp task p(1)
#pragma xmp bcast (x) form p(1)
#pragma xmp template t(0:N-1,)
#pragma xmp template u()
#pragma hpf independent, private(x)
#pragma hpf independent new(x
#pragma fpredict probability(2)
#pragma fpredict trip()
#pragma fpredict region
