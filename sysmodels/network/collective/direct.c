#include "sysmodels/network/collective/builder.h"

void direct_to_all(builder *b, bool combines)
{
    for (int i = 0; i < b->group_count; i++)
        for (int v = 0; v < b->groups[i].count; v++)
            for (int w = 0; w < b->groups[i].count; w++)
                if (v != w)
                    send_piece(b, &b->groups[i], v, w, 1);
    end_round(b, combines ? 1 : 0);
}
