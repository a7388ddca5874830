/* Enumerators that are no int have the type of all (clang and gcc, as C23 does). */
#include "arrays.h"

enum { HIGH = 4000000000u };
enum { LOWEST = 0x80000000, NEXT };
enum { ALL = 0xffffffffffffffffu };
enum left { LEFT = 0x80000000u, NONE = 0 };

static int called(void)
{
    a[0] += 1; /* count: 0 */
    return 3;
}

int main(void)
{
    if (HIGH > 0)
        a[0] += 1; /* count: 1 */
    for (unsigned i = HIGH - 2; i < HIGH; i++)
        a[0] += 1; /* count: 2 */
    if (LOWEST > 5)
        a[0] += 1; /* count: 1 */
    if (NEXT < 0)
        a[0] += 1; /* count: 0 */
    if (ALL + 1 == 0)
        a[0] += 1; /* count: 1 */
    if (ALL < 0)
        a[0] += 1; /* count: 0 */
    enum left e = LEFT;
    if (e + LEFT == 0)
        a[0] += 1; /* count: 1 */
    e = NONE;
    e--;
    if (e > 100)
        a[0] += 1; /* count: 1 */

    /* What an alignment is asked of is not evaluated. */
    for (unsigned long i = 0; i < __alignof__(double[4]) + _Alignof(int[called()]); i++)
        a[0] += 1; /* count: 12 */
    return 0;
}
