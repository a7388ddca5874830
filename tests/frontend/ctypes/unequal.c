/* Loops that end at one value: the steps may lead past it, or begin beyond it. Which value is
 * compared: before the move or after it, and in which type. */
#include "arrays.h"

static int made(void)
{
    int k = 7;
    for (int i = 0; i < 3; i++)
        k = 3 * k - 40;
    return k; /* -331 */
}

int main(void)
{
    for (int i = 0; i < 10 && i != -1; i++)
        a[0] += 1; /* count: 10 */
    for (int i = 0; i < 10 && i != 5; i += 2)
        a[0] += 1; /* count: 5 */
    int k = made();
    for (int i = 0; i < 10 && i != k; i++)
        a[0] += 1; /* count: 10 */
    for (int i = 9; i >= 0 && i != k + 334; i -= 2)
        a[0] += 1; /* count: 3 */
    for (int i = 8; i != k + 334 && i >= 0; i -= 2)
        a[0] += 1; /* count: 5 */
    for (int q = -2; q < 12; q++)
        for (int i = 0; i < 10 && i != q; i++)
            a[0] += 1; /* count: 85 */
    for (int i = 0; i != 6 && i != 9; i++)
        a[0] += 1; /* count: 6 */
    int t = 4;
    do {
        a[0] += 1; /* count: 5 */
        t--;
    } while (t != 4 && t >= 0);
    t = 4;
    while (t-- != 4 && t >= 0)
        a[0] += 1; /* count: 0 */

    for (int i = 0; i < 5; i++)
        for (unsigned char j = 0; j != i; j += 3)
            a[0] += 1; /* count: 430 */
    for (int i = 1; i < 5; i++)
        for (unsigned short j = i; j != 0; j -= 3)
            a[0] += 1; /* count: 109230 */
    for (int i = 0; i < 20; i += 4)
        for (int j = i; j != 40; j += 4)
            a[0] += 1; /* count: 40 */

    for (int i = 1; i < 100 && i != 63; i *= 2)
        a[0] += 1; /* count: 7 */
    for (int i = 64; i > 0 && i != 3; i /= 2)
        a[0] += 1; /* count: 7 */
    for (int i = 64; i != 4; i /= 2)
        a[0] += 1; /* count: 4 */
    for (int i = 64; i > 1 && i != 100; i /= 2)
        a[0] += 1; /* count: 6 */

    t = 5;
    while (t-- != 2 && t >= 3)
        a[0] += 1; /* count: 2 */
    t = 3;
    while (t++ <= 9 && t != 7)
        a[0] += 1; /* count: 3 */
    unsigned char u = 0;
    while (--u >= 14)
        a[0] += 1; /* count: 242 */
    for (int i = -8; i > 21ul; i /= 2)
        a[0] += 1; /* count: 4 */

    int below = -1;
    for (int i = 0; i < k + 331; i++)
        below *= 2;
    for (short i = -6; below - 3 < i; i /= 2)
        a[0] += 1; /* count: 0 */
    for (int i = below - 3; i >= below; i /= 2)
        a[0] += 1; /* count: 0 */
    for (int i = below + 65; i > below + 1; i /= 2)
        a[0] += 1; /* count: 7 */
    for (unsigned i = 4294967290u; i > 2 && i != 0; i++)
        a[0] += 1; /* count: 6 */
    for (unsigned i = 4294967290u; i != 0 && i > 2; i++)
        a[0] += 1; /* count: 6 */
    for (int i = k + 334; i != 5 && i; i--)
        a[0] += 1; /* count: 3 */
    for (unsigned i = -6; i != 0 && below; i = 1 + i)
        a[0] += 1; /* count: 6 */
    for (int i = 1; i-- > 0 && i;)
        a[0] += 1; /* count: 0 */
    for (int i = 4; i < 76 && i; i *= 3)
        a[0] += 1; /* count: 3 */
    return 0;
}
