/* Arrays of several lengths, dealt to the same processors: cells of one number have one owner, and
 * each array its own length, whichever of them comes first. */
#include <stdio.h>
#ifndef N
#define N 20
#endif
#define LONG (N + 9)
#pragma hpf processors P(4)

static double few[N], many[LONG], rows[LONG][3];
#pragma hpf distribute few(cyclic) onto P
#pragma hpf distribute many(cyclic) onto P
#pragma hpf distribute rows(cyclic,*) onto P
static double blocks[N], more[LONG];
#pragma hpf distribute blocks(block(40)) onto P
#pragma hpf distribute more(block(40)) onto P

int main(void)
{
    double s = 0;
    for (int i = 0; i < N; i++) {
        few[i] = i % 7;
        blocks[i] = i % 3;
    }
    for (int i = 0; i < LONG; i++) {
        many[i] = 2 * i % 11;
        more[i] = i % 4;
        for (int j = 0; j < 3; j++)
            rows[i][j] = i - j;
    }
    for (int i = 0; i < N; i++)
        few[i] += many[i + 9] + rows[i][1] + more[i + 9] * blocks[i];
    for (int i = 0; i < LONG; i++)
        many[i] += rows[i][2] * more[i];
    for (int i = 0; i < LONG; i++)
        s += many[i] * (1 + i % 5) + more[i];
    for (int i = 0; i < N; i++)
        s += few[i] * (1 + i % 3);
    printf("%.10g %.10g %.10g %.10g\n", s, few[N - 1], many[LONG - 1], rows[LONG - 1][0]);
    return 0;
}
