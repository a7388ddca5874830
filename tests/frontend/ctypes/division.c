/* C rounds quotients towards 0, and remainders have the sign of what is divided: -7 / 4 is -1 and
 * -7 % 4 is -3. What formals are passed decides. */
#include "arrays.h"

static int count;

static int quotient(int n)
{
    return n / 4;
}

static int of_two(int n, int m)
{
    return n / m;
}

static int remainder_of(int n)
{
    return n % 4;
}

/* Passed on, so that its own calls do not tell. */
static int passed_on(int n)
{
    return quotient(n - 10);
}

static void in_a_body(int n)
{
    if (n % 4 == -3)
        count++; /* count: 1 */
    for (int i = n / 4; i < 3; i++)
        count++; /* count: 9 */
}

static void between(int low, int high)
{
    int middle = (low + high) / 2;
    for (int j = low; j < middle; j++)
        count++; /* count: 8 */
    for (int j = low; j < high; j++)
        if (j % 2 == 1)
            count++; /* count: 5 */
}

static void of_a_sum(int n)
{
    for (int j = 0; j < 64; j++)
        if ((j + n) % 4 == 1)
            count++; /* count: 9 */
}

static void round_and_round(int from, int m)
{
    for (int j = from; j < 9; j++)
        if ((j % m + m) % m == 2)
            count++; /* count: 3 */
}

static void down(int from)
{
    for (int j = from; j > -9; j--)
        if (j / 3 == 0)
            count++; /* count: 4 */
}

int main(void)
{
    for (int j = -7; j < 8; j++) {
        if (quotient(j) == 0)
            count++; /* count: 7 */
        if (of_two(j, 4) == 0)
            count++; /* count: 7 */
        if (of_two(j, -4) == 0)
            count++; /* count: 7 */
        if (remainder_of(j) < 0)
            count++; /* count: 6 */
        if (passed_on(j) == -1)
            count++; /* count: 4 */
    }
    for (int i = -4; i < quotient(-7); i++)
        count++; /* count: 3 */
    in_a_body(-7);
    in_a_body(-9);
    between(-5, 2);
    between(2, 11);
    of_a_sum(-30);
    round_and_round(-6, 5);
    down(1);
    return 0;
}
