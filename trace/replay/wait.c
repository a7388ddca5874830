#include "trace/replay/engine.h"

void wait_for(replay_rank *r, operation *op)
{
    op->also = r->awaited;
    r->awaited = op;
    r->unknown += !op->is_known;
    op->is_awaited = true;
}

/* Receives in the order in which they are there; of equal ones, by their senders. */
static bool is_before(const operation *a, const operation *b)
{
    if (a->is_receive != b->is_receive)
        return a->is_receive;
    return a->there != b->there ? a->there < b->there : a->message->from < b->message->from;
}

static operation *merge(operation *a, operation *b)
{
    operation *first = NULL, **end = &first;
    while (a && b) {
        operation **least = is_before(b, a) ? &b : &a;
        *end = *least;
        end = &(*least)->also;
        *least = (*least)->also;
    }
    *end = a ? a : b;
    return first;
}

static operation *sorted(operation *list)
{
    if (!list || !list->also)
        return list;
    operation *half = list;
    for (operation *at = list->also; at && at->also; at = at->also->also)
        half = half->also;
    operation *second = half->also;
    half->also = NULL;
    return merge(sorted(list), sorted(second));
}

/* Takes up one message after another as they come in, and goes on when those that wait for their
 * receivers are there. By `posted`, latency is paid once, when the last one has been served. */
void wait_end(engine *e, replay_rank *r)
{
    const bool is_posted = e->net.exchange == EXCHANGE_POSTED || e->net.exchange == EXCHANGE_PHASED;
    int64_t at = later(r->clock, r->out_until), latency = 0, busy = 0;
    for (operation *op = sorted(r->awaited), *next; op; op = next) {
        transit *m = op->message;
        next = op->also;
        at = later(at, op->there);
        if (op->is_receive) {
            at += m->price.receive;
            busy += m->price.receive;
            latency = is_posted ? later(latency, m->price.latency) : 0;
            r->received++;
        }
        engine_release(e, m);
        engine_free_operation(e, op);
    }
    at += latency;
    if (!r->in) {
        const int64_t sending = later(r->out_until - r->begun, 0);
        r->spent.receiving += busy;
        r->spent.sending += sending;
        r->spent.waiting += at - r->begun - busy - sending - r->turned;
    }
    r->turned = 0;
    r->clock = at;
    r->awaited = NULL;
    r->state = RANK_RUNS;
}

int64_t wait_all_there(const replay_rank *r)
{
    int64_t at = 0;
    for (const operation *op = r->awaited; op; op = op->also)
        at = later(at, op->there);
    return at;
}

bool wait_begin(engine *e, replay_rank *r)
{
    r->begun = r->clock;
    r->state = RANK_WAITS;
    if (r->unknown)
        return false;
    if (e->shares_processors && wait_all_there(r) > r->clock) {
        engine_make_ready(e, r, wait_all_there(r)); /* others may have the processor until then */
        return false;
    }
    wait_end(e, r);
    return true;
}
