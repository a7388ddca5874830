/* A function that an initialiser calls changes what a later loop counts to. */
#include "../arrays.h"

static int total;

static int take(void)
{
    return total++;
}

int main(void)
{
    int s = 0;
    for (int i = 0; i < 6; i++) {
        int k = take();
        s += k;
    }
    for (int i = 0; i < total; i++)
        a[i] = s;
    return 0;
}
