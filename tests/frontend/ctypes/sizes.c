/* A formal that is declared as an array is a pointer, of 8 bytes; what is after its subscript is
 * not. */
#include "arrays.h"

typedef int nine[9];

static int count;

static int of_rows(int t[3][4])
{
    return (int)sizeof t;
}

static int of_a_row(int t[3][4])
{
    return (int)sizeof t[0];
}

static int of_a_type(nine t)
{
    return (int)sizeof(t);
}

static void of_doubles(double b[N])
{
    for (int i = 0; i < (int)(sizeof b / sizeof *b); i++)
        count++; /* count: 1 */
}

int main(void)
{
    int rows[3][4];
    nine numbers;
    for (int i = 0; i < of_rows(rows); i++)
        count++; /* count: 8 */
    for (int i = 0; i < of_a_row(rows); i++)
        count++; /* count: 16 */
    for (int i = 0; i < of_a_type(numbers); i++)
        count++; /* count: 8 */
    for (int i = 0; i < (int)(sizeof numbers / sizeof numbers[0]); i++)
        count++; /* count: 9 */
    of_doubles(a);
    return 0;
}
