#include "trace/format/looking.h"

#include <strings.h>

typedef struct searcher {
    trace_cursor *cursor; /* null: not begun */
    uint64_t number;      /* of its next event */
    looking_run run;
} searcher;

struct looking {
    fp_context *ctx;
    trace *of;
    bool *looks; /* by region */
    searcher *ranks;
};

enum { END_MOST = 1 << 22 }; /* events until a receive that is posted ends */

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
        if (l->ranks[i].cursor)
            trace_end_events(l->ranks[i].cursor);
}

bool looking_begins(const looking *l, const trace_event *e)
{
    return e->kind == TRACE_ENTER && l->looks[e->region];
}

static bool next(searcher *s, trace_event *e)
{
    const bool is_there = trace_next(s->cursor, e);
    s->number += is_there;
    return is_there;
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

/* Reads on to where a receive that was posted ends. */
static bool find_end(searcher *s, uint64_t request, trace_event *e)
{
    for (uint32_t i = 0; i < END_MOST && next(s, e); i++)
        if ((e->kind == TRACE_IRECV || e->kind == TRACE_REQUEST_CANCEL) && e->request == request)
            return e->kind == TRACE_IRECV;
    return false;
}

/* What ends a run: is it the receive of what was looked for? */
static bool take_end(searcher *s, const reading *r, trace_event *e)
{
    s->run.is_posted = e->kind == TRACE_IRECV;
    switch (e->kind) {
    case TRACE_RECV:
        return true;
    case TRACE_IRECV:
        return r->in_looking;
    case TRACE_IRECV_POSTED:
        return find_end(s, e->request, e);
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
    pass_by(r, e, s->number - 1);
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
    if (!s->cursor)
        s->cursor = trace_rank_events(l->ctx, l->of, rank);
    s->run = (looking_run){.last = number};
    if (s->number > number)
        return &s->run;
    while (s->number <= number)
        if (!next(s, &e))
            return &s->run;
    reading r = {.depth = 1, .in_looking = true, .before = e.time, .called = e.time};
    r.now = s->run = (looking_run){.last = number, .began = e.time, .ended = e.time};
    bool is_there;
    while ((is_there = next(s, &e)) && goes_on(l, s, &r, &e))
        ;
    if (!r.has_vain)
        s->run.vain = s->run.ended;
    s->run.is_found = is_there && take_end(s, &r, &e);
    s->run.message = e;
    return &s->run;
}
