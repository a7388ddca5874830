/* The switch of what tells the count leads into a statement, which sets nothing of it. */
#include "../arrays.h"

static int width(int kind)
{
    int w = 0, other = 2;
    switch (kind) {
    case 0:
        do {
            other--;
        case 1:
            other--;
        } while (other > 0);
        w = 5;
        break;
    default:
        w = 9;
    }
    return w;
}

int main(void)
{
    for (int i = 0; i < width(1); i++)
        a[i] = i;
    return 0;
}
