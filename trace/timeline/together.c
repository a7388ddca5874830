#include <assert.h>
#include <string.h>

#include "trace/timeline/together.h"

enum { NOT_YET = 0 };

/* One that some ranks have left and others have not. */
typedef struct meeting {
    uint32_t left;
    uint64_t *began, *ended; /* by member */
    bool *has_begun;         /* is it known when the member came? */
    awaited last, root;      /* they hold their paths */
    struct meeting *next;    /* of those that are free */
} meeting;

typedef struct meetings {
    uint32_t *member_of; /* by rank of the world; null: no collective yet */
    uint64_t *done;      /* by member: how many it has left */
    /* From the oldest on, which has the number `oldest`: one without a gap, as who leaves one has
     * left all before it. */
    VEC(meeting *) open;
    int first; /* of them; those before it have ended */
    uint64_t oldest;
    meeting *free;
} meetings;

struct together {
    fp_context *ctx;
    const trace *of;
    const timeline_watcher *watcher;
    path_memory *paths;
    parts_memory *sums;
    meetings *comms; /* by communicator */
};

together *together_new(fp_context *ctx, const trace *t, const timeline_watcher *watcher,
                       path_memory *paths, parts_memory *sums)
{
    together *all = ARENA_NEW(ctx->arena, together);
    *all = (together){ctx,   t,    watcher,
                      paths, sums, ARENA_ARRAY(ctx->arena, t->comm_count + 1, meetings)};
    return all;
}

static meetings *meetings_of(together *all, uint32_t comm)
{
    meetings *m = &all->comms[comm];
    const trace_comm *c = &all->of->comms[comm];
    if (m->member_of)
        return m;
    m->member_of = ARENA_ARRAY(all->ctx->arena, all->of->rank_count, uint32_t);
    m->done = ARENA_ARRAY(all->ctx->arena, c->size, uint64_t);
    for (uint32_t i = 0; i < c->size; i++)
        m->member_of[c->ranks[i]] = i;
    return m;
}

static void hold(together *all, awaited *kept, uint32_t rank, const together_rank *of)
{
    path_drop(all->paths, kept->path);
    parts_drop(all->sums, kept->parts);
    *kept = (awaited){rank, of->began, path_hold(of->path), parts_hold(of->parts)};
}

/* A member's coming is known: it has left, or is in it now. */
static void note(together *all, meeting *m, const trace_comm *c, uint32_t member, uint32_t root,
                 const together_rank *ranks)
{
    const together_rank *r = &ranks[c->ranks[member]];
    if (m->has_begun[member])
        return;
    m->has_begun[member] = true;
    m->began[member] = r->began;
    if (m->last.rank == UINT32_MAX || r->began > m->last.came)
        hold(all, &m->last, c->ranks[member], r);
    if (member == root)
        hold(all, &m->root, c->ranks[member], r);
}

static meeting *meeting_new(together *all, meetings *of, uint32_t size)
{
    meeting *m = of->free;
    if (m) {
        of->free = m->next;
    } else {
        arena *a = all->ctx->arena;
        m = ARENA_NEW(a, meeting);
        m->began = ARENA_ARRAY(a, size, uint64_t);
        m->ended = ARENA_ARRAY(a, size, uint64_t);
        m->has_begun = ARENA_ARRAY(a, size, bool);
    }
    memset(m->has_begun, false, size * sizeof *m->has_begun);
    m->left = NOT_YET;
    m->next = NULL;
    m->last = m->root = (awaited){.rank = UINT32_MAX};
    return m;
}

/* The one that a member leaves; those who are in one and have left as many as that are in it. */
static meeting *find(together *all, meetings *of, const trace_comm *c, uint64_t number,
                     uint32_t root, const together_rank *ranks)
{
    const uint64_t at = (uint64_t)of->first + (number - of->oldest);
    if (at == (uint64_t)of->open.count)
        VEC_PUSH(all->ctx->arena, &of->open, meeting_new(all, of, c->size));
    assert(at < (uint64_t)of->open.count);
    meeting *m = of->open.data[at];
    if (m->left == NOT_YET)
        for (uint32_t i = 0; i < c->size; i++)
            if (ranks[c->ranks[i]].is_in && of->done[i] == number)
                note(all, m, c, i, root, ranks);
    return m;
}

/* Those that have ended make room, once they are half of all. */
static void close_up(meetings *of)
{
    if (2 * of->first < of->open.count)
        return;
    of->open.count -= of->first;
    memmove(of->open.data, of->open.data + of->first,
            (size_t)of->open.count * sizeof *of->open.data);
    of->first = 0;
}

/* Ends the oldest ones, which all have left. */
static void end_full(together *all, meetings *of, const trace_comm *c, trace_collective kind)
{
    while (of->first < of->open.count && of->open.data[of->first]->left == c->size) {
        meeting *m = of->open.data[of->first++];
        of->oldest++;
        if (c->size > 1 && all->watcher->collective)
            all->watcher->collective(all->watcher->own, kind, c->size, c->ranks, m->began,
                                     m->ended);
        path_drop(all->paths, m->last.path);
        path_drop(all->paths, m->root.path);
        parts_drop(all->sums, m->last.parts);
        parts_drop(all->sums, m->root.parts);
        m->next = of->free;
        of->free = m;
    }
    close_up(of);
}

/* All wait for all; where there is a root, all wait for it, or it for all. */
static awaited awaited_of(const meeting *m, const trace_event *e, awaited self, uint32_t member)
{
    switch (e->collective) {
    case TRACE_BCAST:
    case TRACE_SCATTER:
    case TRACE_SCATTERV:
        return m->root.rank == UINT32_MAX ? self : m->root;
    case TRACE_REDUCE:
    case TRACE_GATHER:
    case TRACE_GATHERV:
        return e->peer == member ? m->last : self;
    case TRACE_SCAN: /* for those before it: which of them was the last is not followed */
    case TRACE_EXSCAN:
        return self;
    case TRACE_BARRIER:
    case TRACE_ALLGATHER:
    case TRACE_ALLGATHERV:
    case TRACE_ALLTOALL:
    case TRACE_ALLTOALLV:
    case TRACE_ALLTOALLW:
    case TRACE_ALLREDUCE:
    case TRACE_REDUCE_SCATTER:
    case TRACE_REDUCE_SCATTER_BLOCK:
    case TRACE_OTHER_COLLECTIVE:
    case TRACE_COLLECTIVE_COUNT:
        break;
    }
    return m->last;
}

awaited together_leave(together *all, uint32_t rank, const trace_event *e,
                       const together_rank *ranks)
{
    const trace_comm *c = &all->of->comms[e->comm];
    const awaited self = {rank, ranks[rank].began, ranks[rank].path, ranks[rank].parts};
    if (!c->ranks)
        return path_hold(self.path), parts_hold(self.parts), self;
    meetings *of = meetings_of(all, e->comm);
    const uint32_t member = of->member_of[rank];
    if (member >= c->size || c->ranks[member] != rank)
        return path_hold(self.path), parts_hold(self.parts),
               self; /* it is not in the communicator that it names */
    meeting *m = find(all, of, c, of->done[member], e->peer, ranks);
    note(all, m, c, member, e->peer, ranks);
    m->ended[member] = e->time;
    m->left++;
    of->done[member]++;
    awaited waited = awaited_of(m, e, self, member);
    path_hold(waited.path);
    parts_hold(waited.parts);
    end_full(all, of, c, e->collective);
    return waited;
}
