float A[10];
#pragma hpf processors P(2)
#pragma hpf align (i,j) with T(i,j), independent :: A
#pragma hpf distribute (block) onto P :: A(10)
#pragma hpf template :: T
