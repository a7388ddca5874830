/* Whether these leave their types, --set decides. */
#include "arrays.h"

static void upto(unsigned n)
{
    for (unsigned i = 0; i < n - 1; i++)
        a[i] = i;
}

int main(void)
{
    int square = N * N;
    upto(N - 20);
    for (unsigned char i = 0; i < N / 4; i++)
        a[i] = i;
    for (int i = 0; i < square / N; i++)
        a[i] = i;
    return 0;
}
