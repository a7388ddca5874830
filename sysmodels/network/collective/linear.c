#include "sysmodels/network/collective/builder.h"

/* Master and slaves (Mohr and others 1995, section 3.3). */

void linear_to_root(builder *b, bool combines)
{
    for (int i = 0; i < b->group_count; i++)
        for (int v = 1; v < b->groups[i].count; v++)
            send_piece(b, &b->groups[i], v, 0, 1);
    end_round(b, combines ? 1 : 0);
}

void linear_from_root(builder *b, bool sends_all)
{
    for (int i = 0; i < b->group_count; i++)
        for (int v = 1; v < b->groups[i].count; v++)
            send_whole(b, &b->groups[i], 0, v, sends_all);
    end_round(b, 0);
}
