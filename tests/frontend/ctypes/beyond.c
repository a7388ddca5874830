/* Formals that are passed what is below 0, or beyond 2^31 - 1: as such, converted, or by a loop
 * that an argument's conversion takes round its type. */
#include "arrays.h"

static int count;

static unsigned converted(int k)
{
    return k;
}

static unsigned half(int k)
{
    return k / 2;
}

static int half_of(unsigned k)
{
    return k / 2;
}

static void of_unsigned(unsigned n)
{
    if (n + 5 < 7)
        count++; /* count: 5 */
    if (~n < 10)
        count++; /* count: 3 */
    if (n - 1 > 100)
        count++; /* count: 4 */
    for (unsigned i = 0; i < n % 7; i++)
        count++; /* count: 12 */
    for (unsigned i = ~n; i != 0; i >>= 8)
        count++; /* count: 18 */
    if ((n < 5 ? 5 + n : n) >= n / 8u)
        count++; /* count: 7 */
}

static void of_narrow(unsigned char n)
{
    unsigned long none = 0;
    if (none >= n - 2)
        count++; /* count: 2 */
    if (4 - n < n - 10u)
        count++; /* count: 7 */
    for (int i = 0; i < n; i++)
        count++; /* count: 1026 */
    for (int i = n / 50; i < 5; i++)
        count++; /* count: 35 */
}

static void complement(int n)
{
    if (~(n % 8u) >= 8 * n)
        count++; /* count: 4 */
    if (n < 2ull)
        count++; /* count: 0 */
}

static void up_to(unsigned n)
{
    for (unsigned u = 0; u < n; u++)
        if (u - 5 < 10u)
            count++; /* count: 25 */
    for (unsigned u = 0; u < n; u++)
        if (u * u - 5u < 100)
            count++; /* count: 25 */
    for (unsigned i = 0; i < n - 6 && i < 9; i++)
        count++; /* count: 40 */
}

static void negated(int k)
{
    k /= -k;
    if (k == -1)
        count++; /* count: 2 */
}

/* Round the type to the end, unless it lies before. */
static void until(unsigned n)
{
    for (unsigned i = -2; i != n; i++)
        count++; /* count: 9 */
}

/* What is taken off is unsigned, and the difference is not. */
static void down(long n)
{
    n -= 5u;
    if (n < 0)
        count++; /* count: 1 */
    for (int i = 0; i < 4; i++) {
        n -= 2u;
        if (n < 0)
            count++; /* count: 7 */
    }
}

int main(void)
{
    until(5);
    until(0);
    down(3);
    down(8);
    for (int k = -3; k < 4; k++) {
        of_unsigned(k);
        of_narrow(k);
        if (converted(k) > 5)
            count++; /* count: 3 */
        if (half(k) > 5)
            count++; /* count: 2 */
        if (half_of(k) > 5)
            count++; /* count: 3 */
    }
    for (int k = 255; k < 259; k++) {
        of_narrow(k);
        complement(k);
    }
    for (int i = 0; i < 5; i++)
        up_to(i * 5);
    negated(7);
    negated(-7);
    return 0;
}
