/* The steps lead to the end, unless --set moves it. */
#include "arrays.h"

int main(void)
{
    for (int i = 0; i != N; i += 4)
        a[0] += i;
    return 0;
}
