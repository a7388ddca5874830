#include "sysmodels/network/flows.h"

#include <string.h>

/* Who is late by what a round has made later of messages that were under way before it. That is
 * found of each when it entered a round since, and what it sent there, or asked for there, begins
 * later. */

void flows_late_begin(flow_state *f)
{
    for (int k = 0; k < f->count; k++) {
        f->later.start[k] = f->all[k].start;
        f->later.by[k] = f->later.sender[k] = f->later.receiver[k] = 0;
    }
}

/* By how much message k has made a processor late that has waited for so long since. */
static int128 late_by(const flow_state *f, int k, int rank, int128 waited)
{
    const flow *m = &f->all[k];
    int128 late = 0;
    if (m->to == rank && f->later.by[k] - m->margin + waited > late)
        late = f->later.by[k] - m->margin + waited;
    if (m->from == rank && f->later.by[k] - m->sender_margin + waited > late)
        late = f->later.by[k] - m->sender_margin + waited;
    return late;
}

/* How much later a side of message `of` entered its round, by messages of those before. */
static int128 entered_later(const flow_state *f, int of, int rank, const flow_side *side)
{
    int128 most = 0;
    for (int k = 0; k < of && f->all[k].round < f->all[of].round; k++) {
        const int128 late = f->later.by[k] > 0 ? late_by(f, k, rank, side->waited) : 0;
        most = late > most ? late : most;
    }
    return most;
}

/* How much later a message begins. */
static int128 begins_later(flow_state *f, int k)
{
    const flow *m = &f->all[k];
    const int128 sender = f->later.sender[k] = entered_later(f, k, m->from, &m->sender);
    const int128 receiver = f->later.receiver[k] = entered_later(f, k, m->to, &m->receiver);
    const int128 by_sender = sender - m->sender.gap, by_receiver = receiver - m->receiver.gap;
    const int128 most = by_sender > by_receiver ? by_sender : by_receiver;
    return most > 0 ? most : 0;
}

/* What is under way begins later, by rounds: so what follows of a message is known when it is
 * asked for, but for what shares of others follow. */
static bool find_begins(flow_state *f)
{
    bool is_any = false, is_other = false;
    for (int k = 0; k < f->count; k++) {
        f->later.by[k] = f->end[k] - f->all[k].end;
        is_any |= f->later.by[k] > 0;
    }
    for (int k = 0; k < f->count && is_any; k++) {
        const int128 start = f->all[k].start + begins_later(f, k);
        f->later.by[k] += start - f->later.start[k];
        is_other |= start != f->later.start[k];
        f->later.start[k] = start;
    }
    return is_other;
}

bool flows_late_find(exchange_clocks *x)
{
    flow_state *f = x->flows;
    bool is_other = find_begins(f);
    memset(f->waited, 0, (size_t)x->places * sizeof *f->waited);
    for (int k = 0; k < f->count; k++) {
        const int side[] = {f->all[k].to, f->all[k].from};
        for (int s = 0; s < 2 && f->later.by[k] > 0; s++) {
            const int128 late = late_by(f, k, side[s], 0);
            if (late > f->waited[side[s]])
                f->waited[side[s]] = late;
        }
    }
    for (int p = 0; p < x->places; p++) {
        is_other |= f->waited[p] != f->late[p];
        f->late[p] = f->waited[p];
    }
    return is_other;
}

/* A side that entered later waited less since, or is later now by what it entered later. */
static void note_side(flow_side *side, int128 begins, int128 entered, int128 late)
{
    side->gap += begins - entered;
    side->waited += late - entered;
}

static void note_margin(int128 *margin, int128 by, int128 late)
{
    *margin += late - (by > 0 ? by : 0);
    if (*margin < 0)
        *margin = 0;
}

void flows_late_note(flow_state *f)
{
    for (int k = 0; k < f->count; k++) {
        flow *m = &f->all[k];
        const int128 begins = f->later.start[k] - m->start;
        note_side(&m->sender, begins, f->later.sender[k], f->late[m->from]);
        note_side(&m->receiver, begins, f->later.receiver[k], f->late[m->to]);
        note_margin(&m->margin, f->later.by[k], f->late[m->to]);
        note_margin(&m->sender_margin, f->later.by[k], f->late[m->from]);
        m->start = f->later.start[k];
        if (f->later.by[k] > 0)
            m->end += f->later.by[k];
    }
}
