#include "sysmodels/network/collective/builder.h"

void send_parts(builder *b, const collective_group *g, int from, int to, int first, int count)
{
    collective_message m = {.sender = g->ranks[from],
                            .receiver = g->ranks[to],
                            .group = (int)(g - b->groups),
                            .first_part = first,
                            .part_count = count,
                            .pieces = 1,
                            .waits = b->sends_and_waits,
                            .turn = b->messages.count};
    VEC_PUSH(b->memory, &b->messages, m);
}

void send_piece(builder *b, const collective_group *g, int from, int to, int pieces)
{
    send_parts(b, g, from, to, from, 1);
    b->messages.data[b->messages.count - 1].pieces = pieces;
}

void send_bytes(builder *b, const collective_group *g, int from, int to, double bytes)
{
    send_piece(b, g, from, to, 1);
    collective_message *m = &b->messages.data[b->messages.count - 1];
    m->is_sized = true;
    m->bytes = bytes;
}

void send_whole(builder *b, const collective_group *g, int from, int to, bool sends_all)
{
    if (sends_all)
        send_parts(b, g, from, to, 0, g->count);
    else
        send_piece(b, g, from, to, 1);
}

void end_round(builder *b, double share)
{
    int count = b->messages.count;
    collective_round round = {.count = count, .share = share};
    b->messages.count = 0;
    if (!count)
        return;
    round.messages =
        arena_copy(b->memory, b->messages.data, (size_t)count * sizeof *round.messages);
    VEC_PUSH(b->memory, b->rounds, round);
}

int largest_group(const builder *b)
{
    int most = 0;
    for (int i = 0; i < b->group_count; i++)
        if (b->groups[i].count > most)
            most = b->groups[i].count;
    return most;
}

int power_below(int n)
{
    int power = 1;
    while (power * 2 <= n)
        power *= 2;
    return power;
}
