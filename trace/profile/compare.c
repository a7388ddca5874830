#include "trace/profile/compare.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* --- Order -------------------------------------------------------------------- */

static bool is_compared(compared_kind kind, const trace_event *e)
{
    switch (e->kind) {
    case TRACE_ENTER:
    case TRACE_LEAVE:
        return kind == COMPARED_REGIONS;
    case TRACE_SEND:
    case TRACE_ISEND:
    case TRACE_RECV:
    case TRACE_IRECV:
    case TRACE_COLLECTIVE_END:
    case TRACE_GET:
    case TRACE_PUT:
        return kind == COMPARED_MESSAGES;
    case TRACE_ISEND_DONE: /* when a request is over is no order of what is sent */
    case TRACE_IRECV_POSTED:
    case TRACE_REQUEST_TEST:
    case TRACE_REQUEST_CANCEL:
    case TRACE_COLLECTIVE_BEGIN:
    case TRACE_KIND_COUNT:
        break;
    }
    return false;
}

/* Whether a call waits for a message's end is no difference. */
static trace_kind plain(trace_kind kind)
{
    return kind == TRACE_ISEND ? TRACE_SEND : kind == TRACE_IRECV ? TRACE_RECV : kind;
}

static bool next_compared(trace_cursor *c, compared_kind kind, trace_event *e)
{
    while (trace_next(c, e))
        if (is_compared(kind, e))
            return true;
    return false;
}

static uint32_t world_rank(const trace *t, uint32_t rank, uint32_t comm, uint32_t peer)
{
    const trace_comm *c = &t->comms[comm];
    return c->ranks && peer != TRACE_NO_ROOT ? c->ranks[peer] : c->ranks ? peer : rank;
}

static bool is_same_group(const trace_comm *a, const trace_comm *b)
{
    if (!a->ranks || !b->ranks)
        return !a->ranks && !b->ranks;
    return a->size == b->size && memcmp(a->ranks, b->ranks, a->size * sizeof *a->ranks) == 0;
}

static bool is_same(const trace *const *t, uint32_t rank, const trace_event *e)
{
    if (plain(e[0].kind) != plain(e[1].kind))
        return false;
    if (e[0].kind == TRACE_ENTER || e[0].kind == TRACE_LEAVE)
        return strcmp(t[0]->regions[e[0].region].name, t[1]->regions[e[1].region].name) == 0;
    const bool is_collective = e[0].kind == TRACE_COLLECTIVE_END;
    return world_rank(t[0], rank, e[0].comm, e[0].peer) ==
               world_rank(t[1], rank, e[1].comm, e[1].peer) &&
           e[0].bytes == e[1].bytes && (is_collective || e[0].tag == e[1].tag) &&
           (!is_collective ||
            (e[0].collective == e[1].collective && e[0].received == e[1].received &&
             is_same_group(&t[0]->comms[e[0].comm], &t[1]->comms[e[1].comm])));
}

/* False: one cannot be read on. */
static bool compare_rank(fp_context *ctx, trace *const *t, uint32_t rank, compared_kind kind,
                         order_comparison *out)
{
    const trace *const both[] = {t[0], t[1]};
    trace_cursor *c[2];
    bool has[2], differs = false;
    trace_event e[2];
    uint64_t number = 0;
    for (int i = 0; i < 2; i++)
        c[i] = trace_rank_events(ctx, t[i], rank);
    do {
        number++;
        for (int i = 0; i < 2; i++) {
            has[i] = next_compared(c[i], kind, &e[i]);
            out->events[i] += has[i];
            if (trace_is_broken(c[i]))
                return false;
        }
        const bool is_other = has[0] != has[1] || (has[0] && !is_same(both, rank, e));
        if (is_other && !differs && out->unlike++ == 0)
            out->first = (event_difference){true, rank, number, {has[0], has[1]}, {e[0], e[1]}};
        differs |= is_other;
    } while (has[0] || has[1]);
    return true;
}

/* --- Times -------------------------------------------------------------------- */

typedef struct named {
    const char *name;
    int side;
    uint32_t region;
} named;

static int by_name(const void *a, const void *b)
{
    const named *x = a, *y = b;
    const int order = strcmp(x->name, y->name);
    return order                ? order
           : x->side != y->side ? x->side - y->side
                                : (x->region > y->region) - (x->region < y->region);
}

static int by_difference(const void *a, const void *b)
{
    const region_comparison *x = a, *y = b;
    const double first = fabs(x->own[0] - x->own[1]), second = fabs(y->own[0] - y->own[1]);
    return first != second ? (first < second) - (first > second) : strcmp(x->name, y->name);
}

/* Regions of one name are one, however often each trace defines it. */
static void compare_regions(fp_context *ctx, trace_comparison *out)
{
    const trace *t[] = {out->of[0]->of, out->of[1]->of};
    const uint32_t count = t[0]->region_count + t[1]->region_count;
    named *all = ARENA_ARRAY(ctx->arena, count + 1, named);
    region_comparison *regions = ARENA_ARRAY(ctx->arena, count + 1, region_comparison);
    uint32_t found = 0;
    for (int i = 0; i < 2; i++)
        for (uint32_t k = 0; k < t[i]->region_count; k++)
            if (out->of[i]->regions[k].calls)
                all[found++] = (named){t[i]->regions[k].name, i, k};
    qsort(all, found, sizeof *all, by_name);
    for (uint32_t k = 0; k < found; k++) {
        const named *n = &all[k];
        const trace_region_profile *p = &out->of[n->side]->regions[n->region];
        if (k == 0 || strcmp(n->name, all[k - 1].name) != 0)
            regions[out->region_count++].name = n->name;
        region_comparison *r = &regions[out->region_count - 1];
        r->is_mpi |= t[n->side]->regions[n->region].role == TRACE_MPI;
        r->calls[n->side] += p->calls;
        r->own[n->side] += p->own;
    }
    qsort(regions, out->region_count, sizeof *regions, by_difference);
    out->regions = regions;
}

const trace_comparison *trace_compare_make(fp_context *ctx, trace *a, trace *b)
{
    trace *const both[] = {a, b};
    if (a->rank_count != b->rank_count)
        return trace_fail(ctx, b->path, "has %" PRIu32 " ranks, and '%s' has %" PRIu32,
                          b->rank_count, a->path, a->rank_count),
               NULL;
    trace_comparison *out = ARENA_NEW(ctx->arena, trace_comparison);
    for (int i = 0; i < 2; i++)
        if (!(out->of[i] = trace_profile_make(ctx, both[i])))
            return NULL;
    for (compared_kind kind = 0; kind < COMPARED_COUNT; kind++)
        for (uint32_t rank = 0; rank < a->rank_count; rank++)
            if (!compare_rank(ctx, both, rank, kind, &out->order[kind]))
                return NULL;
    compare_regions(ctx, out);
    return out;
}
