#include "link_a.h"
#pragma hpf processors P(4)
#pragma hpf template T(8)
#pragma hpf distribute T(cyclic) onto P
#pragma hpf align a(i) with T(i)
