/* Formals that the function assigns, and what is set from them before and after. */
#include "arrays.h"

static int count;

static void copied(int n)
{
    int before = n;
    n = 2;
    for (int i = 0; i < before; i++)
        count++; /* count: 9 */
    int after = n;
    for (int i = 0; i < after; i++)
        count++; /* count: 4 */
}

static void halved(int n)
{
    int whole = n;
    n /= 2;
    int half = n + 1;
    double part[whole];
    for (int i = 0; i < half; i++)
        part[i] = i; /* count: 6 */
    for (int i = 0; i < sizeof part / sizeof part[0]; i++)
        part[i] = i; /* count: 9 */
}

static void in_one(int n)
{
    int k = (n -= 3, n * 2);
    for (int i = 0; i < k; i++)
        count++; /* count: 6 */
}

int main(void)
{
    copied(4);
    copied(5);
    halved(4);
    halved(5);
    in_one(4);
    in_one(5);
    return 0;
}
