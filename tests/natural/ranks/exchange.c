/* Each of two processors sends the other SIZE doubles, TIMES times. */

#include <hpf.h>

static double a[2 * SIZE], b[2 * SIZE];
#pragma hpf processors P(2)
#pragma hpf distribute a(block) onto P
#pragma hpf distribute b(block) onto P

int main(void)
{
    for (int t = 0; t < TIMES; t++) {
        cshift(b, a, 2 * SIZE, SIZE);
        cshift(a, b, 2 * SIZE, SIZE);
    }
    return 0;
}
