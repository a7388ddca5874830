/* Bounds that an `if` keeps within limits: the last of some blocks is shorter. */
#include "arrays.h"

#define L 100
#define BS 16
#define MIN(x, y) ((x) < (y) ? (x) : (y))

static int count;
static const int table[8] = {5, 3, 9, 1, 7, 2, 8, 4};

static void below(int n)
{
    if (n > L)
        n = L;
    for (int i = 0; i < n; i++)
        count++; /* count: 150 */
}

int main(void)
{
    int n = 100, bs = 16, nb = (n + bs - 1) / bs, last = 20, most = 0, sum = 0;
    for (int k = 0; k < (L + BS - 1) / BS; k++) {
        int end = (k + 1) * BS;
        if (end > L)
            end = L; /* count: 1 */
        for (int i = k * BS; i < end; i++)
            count++; /* count: 100 */
    }
    for (int k = 0; k < nb; k++) {
        int end = (k + 1) * bs;
        if (n < end)
            end = n; /* count: 1 */
        for (int i = k * bs; i < end; i++)
            count++; /* count: 100 */
    }
    for (int k = 0; k < nb; k++) {
        int end = MIN((k + 1) * bs, n);
        for (int i = k * bs; i < end; i++)
            count++; /* count: 100 */
    }
    for (int ii = 0; ii < n; ii += bs)
        for (int jj = 0; jj < n; jj += bs) {
            int ie = ii + bs, je = jj + bs;
            if (ie > n)
                ie = n;
            if (je > n) {
                je = n;
            }
            for (int i = ii; i < ie; i++)
                for (int j = jj; j < je; j++)
                    count++; /* count: 10000 */
        }
    for (int i = 0; i < 8; i++) { /* a limit that moves */
        int e = i * 4;
        if (e > last)
            e = last; /* count: 3 */
        for (int j = 0; j < e; j++)
            count++; /* count: 82 */
        last--;
    }
    for (int i = 0; i < 8; i++) { /* no clamp: the largest so far */
        if (table[i] > most)
            most = table[i]; /* count: 2 */
        for (int j = 0; j < most; j++)
            count++; /* count: 64 */
    }
    for (int j = 0; j < most; j++)
        count++; /* count: 9 */
    for (int i = 0; i < 8; i++) {
        sum += 5;
        if (sum > 12)
            sum = i; /* count: 3 */
        for (int j = 0; j < sum; j++)
            count++; /* count: 58 */
    }
    for (int i = 0; i < 8; i++) {
        unsigned u = i - 3;
        if (u > 6)
            u = 6; /* count: 3 */
        for (int j = 0; j < (int)u; j++)
            count++; /* count: 28 */
    }
    for (int i = 0; i < 8; i++) {
        signed char u = i * 40;
        if (u > 6)
            u = 6; /* count: 4 */
        for (int j = 0; j < u; j++)
            count++; /* count: 24 */
    }
    below(50);
    below(200);
    return 0;
}
