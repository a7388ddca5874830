#include "sizes.h"

static double y[SIZE];
#pragma hpf align y(i) with x(i)

void work(void)
{
    for (int k = 0; k < steps; k++) {
#pragma hpf independent
        for (int i = 1; i < used - 1; i++)
            y[i] = x[i - 1] + x[i + 1];
#pragma hpf independent
        for (int i = 1; i < used - 1; i++)
            x[i] = 0.5 * y[i];
    }
}
