#include <nowhere.h>
#pragma hpf processors P(2)
int x;
