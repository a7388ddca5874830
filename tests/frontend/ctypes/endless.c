/* 256 values, of which none is N. */
#include "arrays.h"

int main(void)
{
    for (unsigned char i = 0; i < N; i++)
        a[i] = i;
    return 0;
}
