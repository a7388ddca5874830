#pragma hpf procesors P(4)
#pragma xmp relfect (u)
#pragma xmp independent
#pragma hpf nodes P(4)
#pragma hpf reflect (u)
#pragma xmp frobnicate
#pragma hpf
#pragma fpredict tripcount(10)
#pragma omp parallel
#pragma xmp redistribute t[cyclic]
