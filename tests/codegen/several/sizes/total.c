#include "sizes.h"

int steps, used;

double total(void)
{
    double sum = 0;
    for (int i = 0; i < used; i++)
        sum += x[i] * i;
    return sum;
}
