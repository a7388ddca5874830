/* Enumerators that macros make, names and values. */
#include "arrays.h"

static int count;

#define THREE 3
#define COLOURS red = 3, green
#define ALSO_RED pink = THREE
#define LIGHT ALSO_RED, white = pink + THREE
#define EACH(name, number) name = number,
#define FRUIT EACH(apple, 1) EACH(pear, 5) EACH(plum, pear + 1)
#define BODY_OF_LEVELS { low, middle = 2, high }
#define SHAPES enum { square = 2, circle };
#define ONE_FLAG flag = 1 << 3

enum { COLOURS };
enum { LIGHT };
enum { FRUIT };
enum BODY_OF_LEVELS;
SHAPES

struct box {
    enum { ONE_FLAG, all_flags = flag | 1 } flags;
};

int main(void)
{
#define INSIDE first = 2, second = first * 2
    enum { INSIDE };
    for (int i = 0; i < green; i++)
        count++; /* count: 4 */
    for (int i = 0; i < white; i++)
        count++; /* count: 6 */
    for (int i = 0; i < plum; i++)
        count++; /* count: 6 */
    for (int i = 0; i < high; i++)
        count++; /* count: 3 */
    for (int i = 0; i < circle; i++)
        count++; /* count: 3 */
    for (int i = 0; i < all_flags; i++)
        count++; /* count: 9 */
    for (int i = 0; i < second; i++)
        count++; /* count: 4 */
    return 0;
}
