#include "trace/replay/engine.h"

/* Which receive takes which message: by communicator, sender, tag and order, as MPI has it. Of one
 * sender's the first that was sent; a receive of any source takes that which is there first. */

static void take_message(channel *c)
{
    transit *m = c->first;
    c->first = m->next;
    if (!c->first)
        c->last = NULL;
    m->next = NULL;
}

static operation *take_waiting(channel *c)
{
    operation *op = c->waiting;
    c->waiting = op->next;
    if (!c->waiting)
        c->waiting_end = NULL;
    op->next = NULL;
    return op;
}

static bool fits(const operation *wild, const channel *c)
{
    return wild->of->comm == c->comm && wild->of->tag == c->tag;
}

/* The first receive of any source that would take a message of the channel; or null. */
static operation *wild_for(const engine *e, const channel *c)
{
    operation *op = e->ranks[c->to].wild;
    while (op && !fits(op, c))
        op = op->next;
    return op;
}

static void take_wild(replay_rank *r, operation *op)
{
    operation *before = NULL;
    for (operation *at = r->wild; at != op; at = at->next)
        before = at;
    if (before)
        before->next = op->next;
    else
        r->wild = op->next;
    if (r->wild_end == op)
        r->wild_end = before;
    op->next = NULL;
}

/* The channel's first message is that receive's. */
static void join(engine *e, channel *c, operation *op)
{
    transit *m = c->first;
    take_message(c);
    op->message = m;
    m->receive = op;
    m->asked = op->posted;
    if (op->any_source && m->of != op->of) {
        replay_result *result = e->result;
        if (!result->reordered++)
            result->first_reordered = (replay_order){
                .rank = c->to, .recorded = op->of->from, .replayed = c->from, .event = op->number};
    }
    transfer_asked(e, m);
}

/* No receive of any source comes first any more: others take what is under way to them. */
static void join_others(engine *e, const channel *like)
{
    for (channel *c = e->ranks[like->to].channels; c; c = c->sibling)
        if (c->comm == like->comm && c->tag == like->tag)
            while (c->first && c->waiting)
                join(e, c, take_waiting(c));
}

static void join_wild(engine *e, channel *c, operation *op)
{
    take_wild(&e->ranks[c->to], op);
    join(e, c, op);
    if (!wild_for(e, c))
        join_others(e, c);
}

void match_sent(engine *e, transit *m)
{
    channel *c = m->of;
    if (c->last)
        c->last->next = m;
    else
        c->first = m;
    c->last = m;
    if (c->waiting && c->first == m && !wild_for(e, c))
        join(e, c, take_waiting(c));
}

void match_arrived(engine *e, transit *m)
{
    channel *c = m->of;
    while (c->first && c->first->has_arrived) {
        operation *wild = wild_for(e, c);
        if (!wild && !c->waiting)
            return;
        if (wild && (!c->waiting || wild->order < c->waiting->order))
            join_wild(e, c, wild);
        else
            join(e, c, take_waiting(c));
    }
}

/* The channel whose first message has come first of those that fit; or null. */
static channel *earliest(const engine *e, const operation *op)
{
    channel *found = NULL;
    for (channel *c = e->ranks[op->rank].channels; c; c = c->sibling) {
        if (!c->first || !c->first->has_arrived || !fits(op, c))
            continue;
        const bool is_before =
            !found || c->first->arrived < found->first->arrived ||
            (c->first->arrived == found->first->arrived && c->from < found->from);
        found = is_before ? c : found;
    }
    return found;
}

void match_receive(engine *e, operation *op)
{
    replay_rank *r = &e->ranks[op->rank];
    channel *c = op->of;
    if (op->any_source) {
        channel *from = earliest(e, op);
        if (from) {
            join(e, from, op);
            return;
        }
        if (r->wild_end)
            r->wild_end->next = op;
        else
            r->wild = op;
        r->wild_end = op;
        return;
    }
    if (c->first && !c->waiting && !(r->wild && wild_for(e, c))) {
        join(e, c, op);
        return;
    }
    if (c->waiting_end)
        c->waiting_end->next = op;
    else
        c->waiting = op;
    c->waiting_end = op;
}
