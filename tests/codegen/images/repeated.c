/* Tasks that are all that a loop does, with a reduction in them, which is between those who execute it. The status is how much is wrong. */
#include <stdio.h>
#include <xmp.h>
#pragma xmp nodes p[4]
#pragma xmp template t[8]
#pragma xmp distribute t[block] onto p

int main(void)
{
    int me = xmp_node_num(), part = 0, cells = me, wrong;
    for (int k = 0; k < 3; k++) {
#pragma xmp task on p[1:2]
        {
            part += me;
#pragma xmp reduction(+:part)
        }
    }
    for (int k = 0; k < 3; k++) {
#pragma xmp task on t[2:4]
        {
            cells += me;
#pragma xmp reduction(+:cells)
        }
    }
    /* Nodes 2 and 3: 5, 2*5 + 5 and 2*15 + 5; from 5 on 2*2+2*3 = 10, 25 and 55. */
    wrong = part != (me == 2 || me == 3 ? 35 : 0);
    wrong += cells != (me == 2 || me == 3 ? 55 : me);
    if (wrong)
        fprintf(stderr, "%d wrong on %d: %d, %d\n", wrong, me, part, cells);
    return wrong;
}
