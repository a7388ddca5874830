float A[10];
float B[10];
float C[10];
float D[10];
#pragma hpf align A(i) with B(i)
#pragma hpf align B(i) with C(i)
#pragma hpf align C(i) with A(i)
#pragma hpf align D(i) with D(i)
