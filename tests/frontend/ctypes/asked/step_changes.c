#include "../arrays.h"
int main(void)
{
    int step = 1;
    for (int i = 0; i < 200; i += step) {
        a[i] = i;
        step *= 2;
    }
    return 0;
}
