/* What the head calls moves the variable that it multiplies, too. */
#include "../arrays.h"

static int count, i;

static void skip(void)
{
    i++;
}

int main(void)
{
    for (i = 1; i < 100; i *= 2, skip())
        count++;
    return 0;
}
