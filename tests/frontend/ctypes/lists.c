/* Initialisers with designators, and offsets of members. */
#include <stddef.h>

#include "arrays.h"

struct pair {
    char first;
    int second[4];
};

static const int table[] = {[3] = 7, 2, [0] = 4};
static const int ranges[8] = {9, [1 ... 3] = 5, 6, [0] = 1};
static int count;

int main(void)
{
    int own[6] = {[4] = 3, [1] = 2, 8};
    for (int i = 0; i < table[3]; i++)
        count++; /* count: 7 */
    for (int i = 0; i < table[4]; i++)
        count++; /* count: 2 */
    for (int i = table[1]; i < table[0]; i++)
        count++; /* count: 4 */
    for (int k = 0; k < 8; k++)
        for (int i = 0; i < ranges[k]; i++)
            count++; /* count: 22 */
    for (int i = 0; i < own[1] + own[2] + own[4]; i++)
        count++; /* count: 13 */
    for (int i = own[0]; i < (int)offsetof(struct pair, second); i++)
        count++; /* count: 4 */
    for (int i = 0; i < (int)offsetof(struct pair, second[2]); i++)
        count++; /* count: 12 */
    return 0;
}
