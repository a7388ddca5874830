/* What follows a return is not executed, nor what an operator does not ask for. */
#include "arrays.h"

static void upto(int n)
{
    for (int i = 0; i < n; i++)
        a[i] = i; /* count: 24 */
    if (n < 12)
        return;
    for (int i = 0; i < n; i++)
        a[i] = i; /* count: 14 */
}

static int nested(int n)
{
    if (n > 3) {
        a[0] = 1; /* count: 1 */
        if (n > 5) {
            a[1] = 1; /* count: 0 */
        } else {
            a[2] = 1; /* count: 1 */
            return 1;
        }
        a[3] = 1; /* count: 0 */
    }
    return 0;
    a[4] = 1; /* count: 0 */
}

static int first(int i)
{
    a[i] = 1; /* count: 10 */
    return 1;
}

static int second(int i)
{
    a[i] = 2; /* count: 20 */
    return 0;
}

static int third(int i)
{
    a[i] = 3; /* count: 7 */
    return i;
}

int main(void)
{
    int sum = 0;
    upto(10);
    upto(14);
    sum += nested(4);
    for (int i = 0; i < 30; i++)
        i % 3 == 0 ? first(i) : second(i);
    for (int i = 0; i < 12; i++)
        sum += i > 4 && third(i);
    if (N > 100)
        return 0;
    for (int i = 0; i < N; i++)
        a[i] = 1; /* count: 0 */
    return sum;
}
