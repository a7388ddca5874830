/* An array's size from a formal that was assigned before. */
#include "../arrays.h"

static void halved(int n)
{
    n /= 2;
    int half = n + 1;
    double part[half];
    for (int i = 0; i < sizeof part / sizeof part[0]; i++)
        part[i] = a[i];
}

int main(void)
{
    halved(4);
    halved(5);
    return 0;
}
