#define N 100
float a[N];
float x;
float work[N];
#pragma hpf processors P(4)
#pragma hpf distribute a(block) onto P
#pragma hpf independent, reduction(^:x)
#pragma hpf independent, reduction(+:x), reduction(max:x)
#pragma hpf independent, reduction(+:a)
#pragma hpf independent, new(a)
#pragma hpf independent, new(work, x), reduction(*:x)
#pragma hpf independent, new(P)
