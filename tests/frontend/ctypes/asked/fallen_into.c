/* A group of a switch that is entered from the one before it, too. */
#include "../arrays.h"
int main(void)
{
    int v = 0;
    for (int q = 7; q > 1; q--) {
        switch (q) {
        case 6:
            v = q;
        default:
            for (int k = 0; k < v; k++)
                a[0] += 1;
            break;
        case 3:
            v = 0;
        }
    }
    return 0;
}
