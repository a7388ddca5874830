#include "trace/format/looking.h"

#include <string.h>
#include <strings.h>

typedef struct reader {
    trace_cursor *cursor; /* null: not begun */
    uint64_t number;      /* of its next event */
} reader;

typedef struct ended_receive {
    uint64_t number; /* of the event */
    trace_event event;
} ended_receive;

typedef struct searcher {
    reader runs;
    /* Where receives that were posted end, which may be beyond further runs: what has ended there,
     * from `first` on after the other reader. */
    reader ends;
    VEC(ended_receive) ended;
    int first;
    looking_run run;
} searcher;

struct looking {
    fp_context *ctx;
    trace *of;
    bool *looks; /* by region */
    searcher *ranks;
};

enum {
    END_MOST = 1 << 22,  /* events until a receive that is posted ends */
    ENDED_MOST = 1 << 16 /* other receives that end until then */
};

static bool looks(const trace_region *r)
{
    static const char *const names[] = {"MPI_Probe", "MPI_Iprobe",  "MPI_Mprobe",   "MPI_Improbe",
                                        "MPI_Test",  "MPI_Testany", "MPI_Testsome", "MPI_Testall"};
    for (size_t i = 0; i < sizeof names / sizeof *names && r->role == TRACE_MPI; i++)
        if (strcasecmp(r->name, names[i]) == 0)
            return true;
    return false;
}

looking *looking_new(fp_context *ctx, trace *t)
{
    looking *l = ARENA_NEW(ctx->arena, looking);
    *l = (looking){ctx, t, ARENA_ARRAY(ctx->arena, t->region_count + 1, bool),
                   ARENA_ARRAY(ctx->arena, t->rank_count + 1, searcher)};
    for (uint32_t i = 0; i < t->region_count; i++)
        l->looks[i] = looks(&t->regions[i]);
    return l;
}

void looking_end(looking *l)
{
    for (uint32_t i = 0; i < l->of->rank_count; i++)
        for (int k = 0; k < 2; k++) {
            const reader *r = k ? &l->ranks[i].ends : &l->ranks[i].runs;
            if (r->cursor)
                trace_end_events(r->cursor);
        }
}

bool looking_begins(const looking *l, const trace_event *e)
{
    return e->kind == TRACE_ENTER && l->looks[e->region];
}

static bool next(reader *r, trace_event *e)
{
    const bool is_there = trace_next(r->cursor, e);
    r->number += is_there;
    return is_there;
}

/* Begins, where it has not, and passes what comes before event `number`. */
static bool come_to(const looking *l, uint32_t rank, reader *r, uint64_t number)
{
    trace_event e;
    if (!r->cursor)
        r->cursor = trace_rank_events(l->ctx, l->of, rank);
    while (r->number < number)
        if (!next(r, &e))
            return false;
    return true;
}

/* A run as far as it was read. */
typedef struct reading {
    looking_run now; /* as if the last event were its last */
    uint64_t before; /* when the event before was */
    uint32_t depth;  /* calls of MPI that the rank is in */
    bool in_looking; /* the outermost of them looks */
    bool has_vain;
    uint64_t called; /* when the last one that looks began */
} reading;

static void pass_by(reading *r, const trace_event *e, uint64_t number)
{
    const uint64_t passed = e->time - r->before;
    if (r->depth) {
        r->now.in_calls += passed;
        r->now.intervals_in_calls++;
    } else {
        r->now.intervals_between++;
    }
    r->before = r->now.ended = e->time;
    r->now.last = number;
}

/* Leaves what has ended before event `number`. */
static void forget(searcher *s, uint64_t number)
{
    while (s->first < s->ended.count && s->ended.data[s->first].number < number)
        s->first++;
    if (2 * s->first < s->ended.count)
        return;
    s->ended.count -= s->first;
    if (s->ended.count)
        memmove(s->ended.data, s->ended.data + s->first,
                (size_t)s->ended.count * sizeof *s->ended.data);
    s->first = 0;
}

/* The next receive that has ended, or was cancelled; null: none soon. */
static const ended_receive *read_ended(const looking *l, searcher *s)
{
    trace_event e;
    if (s->ended.count - s->first >= ENDED_MOST)
        return NULL;
    while (s->ends.number < s->runs.number + END_MOST && next(&s->ends, &e))
        if (e.kind == TRACE_RECV || e.kind == TRACE_IRECV || e.kind == TRACE_REQUEST_CANCEL) {
            VEC_PUSH(l->ctx->arena, &s->ended, ((ended_receive){s->ends.number - 1, e}));
            return &s->ended.data[s->ended.count - 1];
        }
    return NULL;
}

/* How many that end before the last one have the same sender, tag and communicator. */
static uint64_t count_before(const searcher *s, int last)
{
    const trace_event *of = &s->ended.data[last].event;
    uint64_t count = 0;
    for (int i = s->first; i < last; i++) {
        const trace_event *e = &s->ended.data[i].event;
        count += e->kind != TRACE_REQUEST_CANCEL && e->peer == of->peer && e->tag == of->tag &&
                 e->comm == of->comm;
    }
    return count;
}

/* Where a receive ends that has just been posted. */
static bool find_end(const looking *l, uint32_t rank, searcher *s, uint64_t request, trace_event *e)
{
    forget(s, s->runs.number);
    if (!come_to(l, rank, &s->ends, s->runs.number))
        return false;
    for (int i = s->first;; i++) {
        const ended_receive *r = i < s->ended.count ? &s->ended.data[i] : read_ended(l, s);
        if (!r)
            return false;
        if (r->event.kind == TRACE_RECV || r->event.request != request)
            continue;
        *e = r->event;
        s->run.before = count_before(s, i);
        return r->event.kind == TRACE_IRECV;
    }
}

/* What ends a run: is it the receive of what was looked for? */
static bool take_end(const looking *l, uint32_t rank, searcher *s, const reading *r, trace_event *e)
{
    s->run.is_posted = e->kind == TRACE_IRECV;
    switch (e->kind) {
    case TRACE_RECV:
        return true;
    case TRACE_IRECV:
        return r->in_looking;
    case TRACE_IRECV_POSTED:
        return find_end(l, rank, s, e->request, e);
    case TRACE_ENTER:
    case TRACE_LEAVE:
    case TRACE_SEND:
    case TRACE_ISEND:
    case TRACE_ISEND_DONE:
    case TRACE_REQUEST_TEST:
    case TRACE_REQUEST_CANCEL:
    case TRACE_COLLECTIVE_BEGIN:
    case TRACE_COLLECTIVE_END:
    case TRACE_GET:
    case TRACE_PUT:
    case TRACE_KIND_COUNT:
        break;
    }
    return false;
}

/* Another event of the run; false: it is none. */
static bool goes_on(const looking *l, searcher *s, reading *r, const trace_event *e)
{
    const bool is_edge = e->kind == TRACE_ENTER || e->kind == TRACE_LEAVE;
    const bool is_call = is_edge && l->of->regions[e->region].role == TRACE_MPI;
    if (!is_edge && e->kind != TRACE_REQUEST_TEST)
        return false;
    const bool is_looking = is_call && l->looks[e->region];
    pass_by(r, e, s->runs.number - 1);
    if (!is_call)
        return true;
    if (e->kind == TRACE_ENTER && r->depth++ == 0) {
        r->in_looking = is_looking;
        if (is_looking) { /* so the one before was not the last */
            r->now.vain = r->called;
            r->called = e->time;
            r->has_vain = true;
        }
    } else if (e->kind == TRACE_LEAVE && r->depth > 0 && --r->depth == 0 && !r->in_looking)
        return false; /* another call, which has received nothing */
    if (is_looking)
        s->run = r->now;
    return true;
}

const looking_run *looking_at(looking *l, uint32_t rank, uint64_t number)
{
    searcher *s = &l->ranks[rank];
    trace_event e = {.kind = TRACE_KIND_COUNT};
    s->run = (looking_run){.last = number};
    if (s->runs.number > number || !come_to(l, rank, &s->runs, number) || !next(&s->runs, &e))
        return &s->run;
    reading r = {.depth = 1, .in_looking = true, .before = e.time, .called = e.time};
    r.now = s->run = (looking_run){.last = number, .began = e.time, .ended = e.time};
    bool is_there;
    while ((is_there = next(&s->runs, &e)) && goes_on(l, s, &r, &e))
        ;
    if (!r.has_vain)
        s->run.vain = s->run.ended;
    s->run.is_found = is_there && take_end(l, rank, s, &r, &e);
    s->run.message = e;
    return &s->run;
}
