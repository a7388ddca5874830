float x;
float a[10];
#pragma hpf processors P(4)
#pragma hpf distribute x(block) onto P
#pragma hpf align x(i) with T(i)
#pragma hpf template T(10)
#pragma hpf distribute T(block) onto P
#pragma hpf shadow x(1)
#pragma hpf on home(x)
