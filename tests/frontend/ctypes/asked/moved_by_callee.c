#include "../arrays.h"
static int at;
static void skip(void)
{
    at += 2;
}
int main(void)
{
    for (at = 0; at < 30; at++) {
        a[at] = 1;
        skip();
    }
    return 0;
}
