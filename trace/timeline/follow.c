#include "support/format.h"
#include "trace/format/channel.h"
#include "trace/format/looking.h"
#include "trace/format/merge.h"
#include "trace/format/open_regions.h"
#include "trace/timeline/together.h"

/* A message that was sent and not yet received. */
typedef struct on_its_way {
    uint64_t sent;
    path_hop *path;    /* of its sender, then */
    path_parts *parts; /* likewise */
    struct on_its_way *next;
} on_its_way;

typedef struct message_queue {
    on_its_way *first, *last;
} message_queue;

typedef struct follower {
    open_regions in;
    uint64_t shown;    /* what it did last that is not elsewhere ended then */
    uint64_t done;     /* what it did until then is in the picture */
    uint64_t until;    /* it has waited until then in this call; at most `done`: not at all */
    uint64_t awaited;  /* when what it waited for last was there */
    path_parts *parts; /* what its time until `counted` went into, on the way to it */
    uint64_t counted;
    uint64_t cpu;           /* the thread's at its last event */
    uint64_t number;        /* of its event, from 0 on */
    const looking_run *run; /* of calls that look for a message: the last one; or null */
    uint64_t looked_since;  /* this call ends a run that has done little else since then */
    bool has_begun;
} follower;

typedef struct pass {
    fp_context *ctx;
    trace *of;
    const timeline_watcher *watcher;
    path_memory paths;
    parts_memory sums;
    together *together;
    channel_table *channels;
    looking *looking;
    on_its_way *free;
    uint64_t unsent; /* messages that were received before they were sent */
    follower *ranks;
    together_rank *meet;
} pass;

#define NEVER UINT64_MAX

/* --- What a rank does -------------------------------------------------------- */

static uint32_t innermost(const pass *s, const follower *f, bool is_mpi)
{
    for (int i = f->in.stack.count - 1; i >= 0; i--)
        if ((s->of->regions[f->in.stack.data[i]].role == TRACE_MPI) == is_mpi)
            return f->in.stack.data[i];
    return TIMELINE_NO_REGION;
}

/* Is it in another run-time system, or where nobody looked? That is neither computing nor MPI. */
static bool is_elsewhere(const pass *s, const follower *f)
{
    return f->in.stack.count &&
           s->of->regions[f->in.stack.data[f->in.stack.count - 1]].role == TRACE_RUNTIME;
}

static void span(const pass *s, uint32_t rank, uint64_t begin, uint64_t end, timeline_state state,
                 uint32_t region, uint32_t call)
{
    if (s->watcher->span && end > begin)
        s->watcher->span(s->watcher->own, rank, begin, end, state, region, call);
}

/* What it did since the last time: in MPI it may have waited first. */
static void put(pass *s, uint32_t rank, uint64_t time, bool is_mpi)
{
    follower *f = &s->ranks[rank];
    const uint32_t region = innermost(s, f, false);
    if (is_mpi) {
        const uint32_t call = innermost(s, f, true);
        const uint64_t until = f->until < f->done ? f->done : f->until > time ? time : f->until;
        span(s, rank, f->done, until, TIMELINE_WAITING, region, call);
        span(s, rank, until, time, TIMELINE_COMMUNICATING, region, call);
    } else if (!is_elsewhere(s, f)) {
        span(s, rank, f->done, time, TIMELINE_COMPUTING, region, TIMELINE_NO_REGION);
    }
    if (time > f->done && !(is_elsewhere(s, f) && !is_mpi))
        f->shown = time;
    f->done = time;
}

/* What its time until then went into; in a call that has no region it is in MPI, too. */
static void count(pass *s, uint32_t rank, uint64_t time, bool is_call)
{
    follower *f = &s->ranks[rank];
    if (!s->sums.regions || time <= f->counted)
        return;
    const timeline_part part = f->in.mpi || is_call ? TIMELINE_PATH_COMMUNICATING
                               : is_elsewhere(s, f) ? TIMELINE_PATH_ELSEWHERE
                                                    : TIMELINE_PATH_COMPUTING;
    parts_add(&s->sums, &f->parts, part, innermost(s, f, false), time - f->counted, 0);
    f->counted = time;
}

/* It has waited for another rank, which was there at `came`; the last one counts. */
static void waited_for(pass *s, uint32_t rank, uint64_t time, awaited other, timeline_part part)
{
    follower *f = &s->ranks[rank];
    together_rank *m = &s->meet[rank];
    const uint64_t since = f->looked_since < f->done ? f->looked_since : f->done;
    if (other.rank == rank || other.came <= since || other.came <= f->awaited)
        return;
    f->until = f->awaited = other.came < time ? other.came : time;
    path_hop *hop = path_add(&s->paths, other.path, other.rank, f->until, rank, time);
    path_drop(&s->paths, m->path);
    m->path = hop;
    path_parts *taken = parts_hold(other.parts);
    parts_drop(&s->sums, f->parts);
    f->parts = taken;
    parts_add(&s->sums, &f->parts, part, innermost(s, f, false), time - f->until, 1);
}

/* --- Events ------------------------------------------------------------------ */

static void send(pass *s, uint32_t rank, const trace_event *e)
{
    channel *c = channel_of(s->channels, s->of, rank, e);
    if (!c->user)
        c->user = ARENA_NEW(s->ctx->arena, message_queue);
    message_queue *q = c->user;
    on_its_way *m = s->free;
    if (m)
        s->free = m->next;
    else
        m = ARENA_NEW(s->ctx->arena, on_its_way);
    *m = (on_its_way){e->time, path_hold(s->meet[rank].path), parts_hold(s->ranks[rank].parts),
                      NULL};
    if (q->last)
        q->last->next = m;
    else
        q->first = m;
    q->last = m;
}

static void receive(pass *s, uint32_t rank, const trace_event *e)
{
    const channel *c = channel_of(s->channels, s->of, rank, e);
    message_queue *q = c->user;
    if (!q || !q->first) {
        s->unsent++; /* its sender's clock is behind, or there is none */
        return;
    }
    on_its_way *m = q->first;
    q->first = m->next;
    if (!q->first)
        q->last = NULL;
    if (s->watcher->message)
        s->watcher->message(s->watcher->own, c->key.from, m->sent, rank, e->time);
    waited_for(s, rank, e->time, (awaited){c->key.from, m->sent, m->path, m->parts},
               TIMELINE_PATH_MESSAGE);
    path_drop(&s->paths, m->path);
    parts_drop(&s->sums, m->parts);
    m->next = s->free;
    s->free = m;
}

/* A call that looks for a message ends. It has waited until that was sent; of those that have found
 * nothing, where the message is known from the one that did. */
static void look(pass *s, uint32_t rank, uint64_t time)
{
    follower *f = &s->ranks[rank];
    if (!f->run || !f->run->is_found || f->number > f->run->last)
        return;
    const channel *c = channel_of(s->channels, s->of, rank, &f->run->message);
    const message_queue *q = c->user;
    const on_its_way *m = q ? q->first : NULL;
    for (uint64_t i = 0; m && i < f->run->before; i++)
        m = m->next;
    if (m && f->number == f->run->last)
        waited_for(s, rank, time, (awaited){c->key.from, m->sent, m->path, m->parts},
                   TIMELINE_PATH_MESSAGE);
    else if (f->number < f->run->last)
        f->until = m && m->sent < time ? m->sent : time;
}

/* One begins, or is the last of a run. */
static void begin_look(pass *s, uint32_t rank, const trace_event *e)
{
    follower *f = &s->ranks[rank];
    if (!f->in.mpi && looking_begins(s->looking, e) && (!f->run || f->number > f->run->last))
        f->run = looking_at(s->looking, rank, f->number);
    if (!f->run || !f->run->is_found || f->number != f->run->last)
        return;
    const bool is_mostly_calls = 2 * f->run->in_calls >= f->run->ended - f->run->began;
    f->looked_since = is_mostly_calls ? f->run->began : NEVER;
}

static void come(pass *s, uint32_t rank, uint64_t time)
{
    together_rank *m = &s->meet[rank];
    m->is_in = true;
    m->began = time;
    path_parts *parts = parts_hold(s->ranks[rank].parts);
    parts_drop(&s->sums, m->parts);
    m->parts = parts;
}

static void collective_end(pass *s, uint32_t rank, const trace_event *e)
{
    const awaited other = together_leave(s->together, rank, e, s->meet);
    s->meet[rank].is_in = false;
    waited_for(s, rank, e->time, other, TIMELINE_PATH_TOGETHER);
    path_drop(&s->paths, other.path);
    parts_drop(&s->sums, other.parts);
}

/* Without a call of MPI around it, what an event ends began with the one before. */
static bool ends_call(const trace_event *e)
{
    return channel_is_receive(e) || e->kind == TRACE_ISEND_DONE ||
           e->kind == TRACE_COLLECTIVE_END || e->kind == TRACE_GET || e->kind == TRACE_PUT;
}

/* When what an event ends has begun. An access of a thread whose processor time is known: when it
 * had computed what it did since the event before. */
static uint64_t call_began(const pass *s, uint32_t rank, const trace_event *e)
{
    const follower *f = &s->ranks[rank];
    const bool is_access = e->kind == TRACE_GET || e->kind == TRACE_PUT;
    if (!is_access || e->cpu == TRACE_NO_CPU || f->cpu == TRACE_NO_CPU || e->cpu < f->cpu)
        return f->in.last;
    const double computed = 1e-9 * (double)(e->cpu - f->cpu) * (double)s->of->ticks_per_s;
    return computed < (double)(e->time - f->in.last) ? f->in.last + (uint64_t)computed : e->time;
}

/* Ranks do not start together: before it first enters a region a rank does nothing. Where a trace
 * has no regions, all that is between calls is computed, from the beginning on. */
static void begin(pass *s, uint32_t rank, const trace_event *e)
{
    follower *f = &s->ranks[rank];
    f->has_begun = true;
    if (e->kind != TRACE_ENTER)
        return;
    if (s->sums.regions)
        parts_add(&s->sums, &f->parts, TIMELINE_PATH_ELSEWHERE, TIMELINE_NO_REGION, e->time, 0);
    f->done = f->counted = e->time;
}

static bool take(pass *s, uint32_t rank, const trace_event *e)
{
    follower *f = &s->ranks[rank];
    if (!f->has_begun)
        begin(s, rank, e);
    const bool was_mpi = f->in.mpi > 0, ends = !was_mpi && ends_call(e);
    const bool begins = e->kind == TRACE_ENTER && s->of->regions[e->region].role == TRACE_MPI;
    const uint64_t began = ends ? call_began(s, rank, e) : e->time;
    if (ends || (!was_mpi && e->kind == TRACE_COLLECTIVE_BEGIN))
        put(s, rank, began, false);
    if (!was_mpi && (e->kind == TRACE_ENTER || e->kind == TRACE_LEAVE))
        put(s, rank, e->time, false);
    /* Without a beginning, it has come when it did something last. */
    if (e->kind == TRACE_COLLECTIVE_END && !s->meet[rank].is_in)
        come(s, rank, f->in.last);
    if (ends)
        count(s, rank, began, false);
    count(s, rank, e->time, ends);
    if (channel_is_send(e))
        send(s, rank, e);
    else if (e->kind == TRACE_COLLECTIVE_BEGIN)
        come(s, rank, e->time);
    const bool leaves = was_mpi && e->kind == TRACE_LEAVE && f->in.mpi == 1 &&
                        s->of->regions[e->region].role == TRACE_MPI;
    begin_look(s, rank, e);
    if (leaves) {
        look(s, rank, e->time);
        put(s, rank, e->time, true);
    }
    if (!open_regions_take(s->ctx, s->of, &f->in, rank, e))
        return false;
    if (channel_is_receive(e))
        receive(s, rank, e);
    else if (e->kind == TRACE_COLLECTIVE_END)
        collective_end(s, rank, e);
    if (ends)
        put(s, rank, e->time, true);
    if (begins || leaves || ends)
        f->awaited = f->until = 0;
    if (leaves || ends)
        f->looked_since = NEVER;
    f->cpu = e->cpu;
    f->number++;
    if (s->watcher->event)
        s->watcher->event(s->watcher->own, rank, e);
    return true;
}

/* --- The whole ---------------------------------------------------------------- */

/* Of ranks that end together, the last is the one that has been waited for: what it waited for is
 * longer ago. */
static bool ends_later(const pass *s, uint32_t a, uint32_t b)
{
    const uint64_t first = s->ranks[a].shown, second = s->ranks[b].shown;
    const path_hop *p = s->meet[a].path, *q = s->meet[b].path;
    return first != second ? first > second : (p ? p->arrived : 0) < (q ? q->arrived : 0);
}

/* In seconds. */
static void give_parts(const pass *s, uint32_t rank)
{
    const path_parts *p = s->ranks[rank].parts;
    if (!p)
        return;
    const uint32_t cells = s->sums.regions * TIMELINE_PART_COUNT;
    double *seconds = ARENA_ARRAY(s->ctx->arena, cells, double);
    for (uint32_t i = 0; i < cells; i++)
        seconds[i] = (double)p->ticks[i] / (double)s->of->ticks_per_s;
    s->watcher->parts(s->watcher->own, seconds,
                      (double)s->ranks[rank].counted / (double)s->of->ticks_per_s, p->hops);
}

/* What ranks did until their last event, or until they were followed; the one that ends last has
 * the path, and is returned. */
static uint32_t end(pass *s)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < s->of->rank_count; i++) {
        follower *f = &s->ranks[i];
        put(s, i, f->in.last, f->in.mpi > 0);
        if (ends_later(s, i, last))
            last = i;
    }
    if (s->of->rank_count && s->watcher->path)
        s->watcher->path(s->watcher->own, s->meet[last].path, last, s->ranks[last].shown);
    return last;
}

static void say_unsent(const pass *s)
{
    if (!s->unsent)
        return;
    const char *messages = s->unsent == 1
                               ? "1 message is received before anyone has sent it"
                               : arena_printf(s->ctx->arena,
                                              "%s messages are received before "
                                              "anyone has sent them",
                                              format_count(s->ctx->arena, (double)s->unsent));
    diag_report(s->ctx->diags, DIAG_WARNING, "trace", (source_range){0},
                "'%s': %s: sends are missing, or clocks of ranks differ; who receives them is not "
                "taken to wait",
                s->of->path, messages);
}

bool timeline_follow(fp_context *ctx, trace *t, uint64_t grain, const timeline_watcher *watcher)
{
    arena *a = ctx->arena;
    pass s = {.ctx = ctx,
              .of = t,
              .watcher = watcher,
              .paths = {a, grain, NULL},
              .channels = channel_table_new(a),
              .looking = looking_new(ctx, t),
              .ranks = ARENA_ARRAY(a, t->rank_count + 1, follower),
              .meet = ARENA_ARRAY(a, t->rank_count + 1, together_rank)};
    s.sums = (parts_memory){a, watcher->parts ? t->region_count + 1 : 0, NULL};
    s.together = together_new(ctx, t, watcher, &s.paths, &s.sums);
    for (uint32_t i = 0; i < t->rank_count; i++)
        s.ranks[i].parts = parts_new(&s.sums), s.ranks[i].cpu = TRACE_NO_CPU,
        s.ranks[i].looked_since = NEVER;
    trace_merge *m = trace_merge_new(ctx, t);
    uint32_t rank;
    for (trace_event e; trace_merge_next(m, &rank, &e);)
        if (!take(&s, rank, &e))
            return false;
    if (trace_merge_is_broken(m))
        return false;
    say_unsent(&s);
    const uint32_t last = end(&s);
    if (t->rank_count)
        give_parts(&s, last);
    return true;
}
