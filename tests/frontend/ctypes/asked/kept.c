#include "../arrays.h"
int main(void)
{
    for (int j = 0; j < 3; j++) {
        static int k = 1; /* goes on where it was */
        for (int i = 0; i < k; i++)
            a[i] = i;
        k++;
    }
    return 0;
}
