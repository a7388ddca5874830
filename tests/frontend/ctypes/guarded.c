/* An assignment on the right of && and ||, or in a branch of ?:, happens where the left side, or the
 * condition, says so. */
#include "arrays.h"

static int count;

static void use(int k)
{
    (void)k;
}

static void of_a_formal(int n)
{
    n > 4 && (n = 2);
    for (int i = 0; i < n; i++)
        count++; /* count: 5 */
}

static void local_values(void)
{
    int n = 3, m = 3, k, last = 3, passed = 3, twice = 3;
    0 && (n = 9);
    for (int i = 0; i < n; i++)
        count++; /* count: 3 */
    1 || (m = 9);
    for (int i = 0; i < m; i++)
        count++; /* count: 3 */
    sizeof(int) == 4 ? (k = 6) : (k = 5);
    for (int i = 0; i < k; i++)
        count++; /* count: 6 */
    (void)(1 ?: (last = 9));
    for (int i = 0; i < last; i++)
        count++; /* count: 3 */
    use(0 && (passed = 9));
    for (int i = 0; i < passed; i++)
        count++; /* count: 3 */
    (1 && 0) || (twice = 4);
    for (int i = 0; i < twice; i++)
        count++; /* count: 4 */
}

/* What divides by 0 is not evaluated. 20 / j > 5 for 1, 2 and 3; and 0, 1, 2, 4, 5 and their
 * negatives have no remainder, or none is looked at. */
static void divisors(void)
{
    for (int j = -7; j < 8; j++)
        if (j != 0 && 20 / j > 5)
            count++; /* count: 3 */
    for (int j = -7; j < 8; j++)
        if (j == 0 || 20 % j == 0)
            count++; /* count: 9 */
}

static void in_a_loop(void)
{
    for (int j = 0; j < 6; j++) {
        int k = (j - 4) ?: 7;
        if (k == 7)
            count++; /* count: 1 */
    }
}

int main(void)
{
    of_a_formal(3);
    of_a_formal(8);
    local_values();
    in_a_loop();
    divisors();
    return 0;
}
