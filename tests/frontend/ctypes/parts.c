/* What statements leave in variables that they set in their parts. */
#include "arrays.h"

static int count;

static void chains(void)
{
    int x, y, n;
    signed char c;
    unsigned char b = 255, d;
    x = c = y = 261; /* c and x: 5 */
    for (int i = 0; i < x; i++)
        count++; /* count: 5 */
    for (int i = y; i < 264; i++)
        count++; /* count: 3 */
    n = (d = 260) + 1;
    for (int i = 0; i < n + d; i++)
        count++; /* count: 9 */
    int old = b++;
    for (int i = 250; i < old; i++)
        count++; /* count: 5 */
    for (int i = -2; i <= b; i++)
        count++; /* count: 3 */
}

/* Narrow types, and bits. */
static void compound(void)
{
    unsigned short s = 0x8001;
    signed char c = 100;
    int n = 4;
    n |= 3;
    n ^= 1;
    n &= ~4;
    for (int i = 0; i < n; i++)
        count++; /* count: 2 */
    s <<= 1;
    for (int i = 0; i < s; i++)
        count++; /* count: 2 */
    c *= 2; /* -56 */
    for (int i = c; i < -50; i++)
        count++; /* count: 6 */
}

static void copies(void)
{
    int m = 3, n = m, x = 2, y = 5, t;
    m = 9;
    for (int i = 0; i < n; i++)
        count++; /* count: 3 */
    t = x;
    x = y;
    y = t;
    for (int i = y; i < x; i++)
        count++; /* count: 3 */
}

static void branches(int k)
{
    int n = 3, m = 4;
    if (k > 7 && (n = 9) > 2)
        count++; /* count: 1 */
    for (int i = 0; i < n; i++)
        count++; /* count: 12 */
    int old = k > 7 ? (m = 1) : 6;
    for (int i = 0; i < m + old; i++)
        count++; /* count: 12 */
    switch (k) {
    case 8:
        n = 2;
        break;
    default:
        n = 5;
    }
    for (int i = 0; i < n; i++)
        count++; /* count: 7 */
    if (0 && (n = 30))
        count++; /* count: 0 */
}

static void after_loops(void)
{
    int i, k;
    for (i = 0; i < 7; i += 3)
        count++; /* count: 3 */
    for (int j = 0; j < i; j++)
        count++; /* count: 9 */
    for (i = 5; i < 3; i++)
        count++; /* count: 0 */
    for (int j = 0; j < i; j++)
        count++; /* count: 5 */
    for (k = 4; k > 0; k--)
        if (k == 2)
            break;
    for (k = 6; k >= 0; k -= 4)
        count++; /* count: 2 */
    for (int j = k; j < 2; j++)
        count++; /* count: 4 */
}

int main(void)
{
    after_loops();
    chains();
    compound();
    copies();
    branches(2);
    branches(8);
    return 0;
}
