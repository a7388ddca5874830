/* Loops whose variable passes the end of its type, or is compared as another. */
#include "arrays.h"

int main(void)
{
    unsigned char round = 0;
    unsigned down = 0;
    int k = 0;
    for (unsigned char q = 250; q != 3; q++)
        a[q] = q; /* count: 9 */
    for (unsigned char q = 250; q != 3; q++)
        if (q < 2)
            a[q] = q; /* count: 2 */
    for (unsigned char q = 2; q != 253; q--)
        a[q] = q; /* count: 5 */
    do {
        a[round] = 1; /* count: 256 */
    } while (++round != 0);
    do {
        a[k] = 1; /* count: 6 */
        k++;
        down--;
    } while (down > 4294967290u);
    for (unsigned i = -3; i < 10; i++)
        a[i] = i; /* count: 0 */
    for (unsigned i = 10; i-- > 0;)
        a[i] = i; /* count: 10 */
    for (unsigned char q = 0; q < 250; q += 10)
        a[q] = q; /* count: 25 */
    for (int i = 0; i < 90; i += (unsigned char)266)
        a[i] = i; /* count: 9 */
    for (unsigned i = N; i > 0; i -= 2)
        a[i - 1] = i; /* count: 256 */
    return 0;
}
