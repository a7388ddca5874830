#pragma hpf processors P(2,2,2,2,2,2,2,2)
#pragma hpf template T(2,2,2,2,2,2,2,2)
