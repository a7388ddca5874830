/* Values are converted to the narrow types that hold them. */
#include <stdbool.h>
#include <stdint.h>

#include "arrays.h"

#define LOW(x) ((unsigned char)(x))

static const unsigned char part = 300 + 13;
static const int whole = part + 3;
enum { SEVENTH = (unsigned char)(N + 7) };

static void upto_char(unsigned char n)
{
    for (int i = 0; i < n; i++)
        a[i] = i; /* count: 9 */
}

static void upto_short(short n)
{
    for (int i = 0; i < n; i++)
        a[i] = i; /* count: 15 */
}

static unsigned char low_byte(int n)
{
    return n + 4;
}

static _Bool is_any(int n)
{
    return n;
}

static void initialised(void)
{
    int n = 261;
    unsigned char written = (unsigned char)n, unwritten = n + 2;
    signed char negative = 200;
    uint8_t sum = 250;
    sum += 10;
    for (int i = 0; i < written; i++)
        a[i] = i; /* count: 5 */
    for (int i = 0; i < unwritten; i++)
        a[i] = i; /* count: 7 */
    for (int i = negative; i < 3; i++)
        a[i + 60] = i; /* count: 59 */
    for (int i = 0; i < sum; i++)
        a[i] = i; /* count: 4 */
    for (int i = 0; i < whole; i++)
        a[i] = i; /* count: 60 */
    for (int i = 0; i < SEVENTH; i++)
        a[i] = i; /* count: 7 */
    for (int i = 0; i < (unsigned char)(n + 30); i++)
        a[i] = i; /* count: 35 */
    for (int i = 0; i < LOW(N) + 6; i++)
        a[i] = i; /* count: 6 */
}

static void truths(void)
{
    _Bool one = 17;
    bool sum = 0;
    for (int i = 0; i < one; i++)
        a[i] = i; /* count: 1 */
    for (int i = 0; i < (_Bool)4 + (_Bool)8 + (_Bool)9; i++)
        a[i] = i; /* count: 3 */
    for (int i = 0; i < 12; i++) {
        sum += 1;
        if (sum == 1)
            a[i] = i; /* count: 12 */
    }
    for (int i = 0; i < 12; i++)
        if ((_Bool)(i / 4 % 2 * 6) == 1)
            a[i] = i; /* count: 4 */
}

static void guarded(void)
{
    unsigned char moved = 0;
    for (int i = 0; i < 300; i++)
        if ((signed char)i < 0)
            a[i] = i; /* count: 128 */
    for (int i = 0; i < 300; i++)
        if ((unsigned char)(i + 10) < 5)
            a[i] = i; /* count: 5 */
    for (int i = 0; i < 30; i++) {
        moved += 100;
        if (moved >= 200)
            a[i] = i; /* count: 7 */
    }
}

int main(void)
{
    int big = 0x3000F;
    initialised();
    truths();
    guarded();
    upto_char(256 + 9);
    upto_short(big);
    for (int i = 0; i < low_byte(256); i++)
        a[i] = i; /* count: 4 */
    for (int i = 0; i < is_any(256) + 1; i++)
        a[i] = i; /* count: 2 */
    return 0;
}
