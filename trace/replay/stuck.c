#include <inttypes.h>

#include "trace/replay/engine.h"
#include "trace/replay/together.h"

enum { NAMED = 4 };

/* The first operation that is not known; there is one. */
static const operation *missing(const replay_rank *r)
{
    const operation *op = r->awaited;
    while (op->is_known)
        op = op->also;
    return op;
}

static void report_operation(const engine *e, const operation *op)
{
    const channel *c = op->of;
    const char *comm = e->t->comms[c->comm & ~TOGETHER_COMM].name;
    if (c->comm & TOGETHER_COMM)
        trace_fail(e->ctx, e->t->path,
                   "rank %" PRIu32 " is in a collective on '%s' (event %" PRIu64
                   "), and waits there for rank %" PRIu32,
                   op->rank, comm, op->number, op->is_receive ? c->from : c->to);
    else if (!op->is_receive)
        trace_fail(e->ctx, e->t->path,
                   "event %" PRIu64 " of rank %" PRIu32 " sends %" PRIu64 " bytes to rank %" PRIu32
                   ", with tag %" PRIu32 " on '%s', and waits for that one to receive them",
                   op->number, op->rank, op->message->bytes, c->to, c->tag, comm);
    else
        trace_fail(e->ctx, e->t->path,
                   "event %" PRIu64 " of rank %" PRIu32 " receives from %s %" PRIu32
                   ", with tag %" PRIu32 " on '%s', what has not been sent",
                   op->number, op->rank, op->any_source ? "any rank, as it did from" : "rank",
                   c->from, c->tag, comm);
}

/* Whom a rank waits for, or itself: for all of a collective. */
static uint32_t waits_for(const replay_rank *r)
{
    if (r->state != RANK_WAITS)
        return r->rank;
    const operation *op = missing(r);
    return op->is_receive ? op->of->from : op->of->to;
}

/* A rank on a circle of those that wait for each other; false: there is none. */
static bool find_circle(const engine *e, uint32_t *on)
{
    const uint32_t count = e->t->rank_count;
    uint32_t *seen = ARENA_ARRAY(e->ctx->arena, count, uint32_t); /* from where, from 1 on */
    for (uint32_t begin = 0; begin < count; begin++)
        for (uint32_t at = begin; !seen[at]; at = *on) {
            const replay_rank *r = &e->ranks[at];
            seen[at] = begin + 1;
            *on = waits_for(r);
            if (r->state == RANK_IS_DONE || *on == at)
                break;
            if (seen[*on] == begin + 1)
                return true;
        }
    return false;
}

static void report_rank(const engine *e, const replay_rank *r)
{
    if (r->state == RANK_WAITS)
        report_operation(e, missing(r));
    else
        together_report(e, r);
}

/* What was sent to somebody who has ended or waits for something else. */
static void report_sent(const engine *e, const replay_rank *r)
{
    for (const channel *c = r->channels; c; c = c->sibling)
        if (c->first && !(c->comm & TOGETHER_COMM)) {
            trace_fail(e->ctx, e->t->path,
                       "event %" PRIu64 " of rank %" PRIu32 " has sent to rank %" PRIu32
                       ", with tag %" PRIu32 " on '%s', what has not been received",
                       c->first->number, c->from, c->to, c->tag, e->t->comms[c->comm].name);
            return;
        }
}

bool stuck_report(engine *e)
{
    uint32_t stuck = 0, named = 0, circle;
    for (uint32_t i = 0; i < e->t->rank_count; i++)
        stuck += e->ranks[i].state != RANK_IS_DONE;
    if (!stuck)
        return true;
    const bool has_circle = find_circle(e, &circle);
    trace_fail(e->ctx, e->t->path, "%" PRIu32 " of %" PRIu32 " ranks wait for %s", stuck,
               e->t->rank_count, has_circle ? "each other" : "what does not come");
    for (uint32_t i = 0, at = has_circle ? circle : 0; i < e->t->rank_count && named < NAMED; i++) {
        const replay_rank *r = &e->ranks[at];
        if (r->state != RANK_IS_DONE) {
            report_rank(e, r);
            report_sent(e, r);
            named++;
        }
        at = has_circle ? waits_for(r) : at + 1;
        if (has_circle && at == circle)
            break;
    }
    return false;
}

void stuck_warn(engine *e)
{
    for (uint32_t i = 0; i < e->t->rank_count; i++)
        for (const channel *c = e->ranks[i].channels; c; c = c->sibling)
            for (const transit *m = c->first; m; m = m->next)
                if (e->result->never_received++ < NAMED)
                    diag_report(
                        e->ctx->diags, DIAG_WARNING, "trace", (source_range){0},
                        "'%s': what event %" PRIu64 " of rank %" PRIu32 " sends to rank %" PRIu32
                        ", with tag %" PRIu32 " on '%s', is never received",
                        e->t->path, m->number, c->from, c->to, c->tag, e->t->comms[c->comm].name);
}
