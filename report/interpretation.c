#include "report/interpretation.h"

#include <inttypes.h>
#include <string.h>

#include "support/format.h"

/* The estimator is asked twice: what it does is first counted, as definitions come before events,
 * and then written, so that nothing of it is kept. */

#define PICOSECONDS UINT64_C(1000000000000)

/* A region that a processor is in: a unit, or a phase that the source marks. */
typedef struct open_region {
    const aag_unit *unit;
    const source_region *marked;
    uint32_t region;
    uint64_t entered;
} open_region;

typedef struct processor {
    VEC(open_region) open;
    uint64_t last; /* when it did what it did last */
    bool is_together;
    trace_event together; /* the collective that it is in */
} processor;

typedef struct interpretation {
    estimate_observer observer; /* first */
    fp_context *ctx;
    const interpretation_options *options;
    const aag_graph *graph;
    trace of;
    VEC(trace_region) regions;
    VEC(trace_comm) comms;
    uint32_t *unit_region, *marked_region; /* by id: number of its region + 1 */
    uint32_t main_region, left_out_region;
    trace_writer *to; /* null: events are counted */
    bool is_bad;      /* what was written cannot be */
    uint64_t events;
    uint64_t followed; /* where something is left out: all that is before is there */
    processor *processors;
} interpretation;

/* --- Regions ------------------------------------------------------------------ */

static uint32_t add_region(interpretation *t, const char *name, trace_role role, source_range where)
{
    trace_region r = {name, role, NULL, 0};
    if (source_range_is_set(where)) {
        where = source_as_written(where);
        r.file = source_path(where.file);
        r.line = (uint32_t)where.line;
    }
    VEC_PUSH(t->ctx->arena, &t->regions, r);
    return (uint32_t)t->regions.count;
}

static const char *name_of(const interpretation *t, const aag_unit *u)
{
    arena *a = t->ctx->arena;
    const int line = source_range_is_set(u->where) ? source_as_written(u->where).line : 0;
    if (u->comm)
        return arena_printf(a, "%s%s%s", comm_kind_name(u->comm->kind),
                            *comm_subject(u->comm) ? " " : "", comm_subject(u->comm));
    if (u->cls == AAG_CALL)
        return u->callee->name;
    const char *word = aag_is_iteration(u->cls) ? "loop" : aag_is_condition(u->cls) ? "if" : "line";
    return arena_printf(a, "%s %d", word, line);
}

/* Beginning and end, and conditions around communication, are no regions; neither is what only puts
 * processors into an order. */
static bool has_region(const aag_unit *u)
{
    if (u->cls == AAG_START || u->cls == AAG_END || u->cls == AAG_SPAWN || u->is_placement)
        return false;
    return !aag_is_condition(u->cls) || !u->has_comm;
}

static uint32_t region_of(interpretation *t, const aag_unit *u)
{
    uint32_t *number = &t->unit_region[u->id];
    if (!*number)
        *number = add_region(t, name_of(t, u), u->comm ? TRACE_MPI : TRACE_USER, u->where);
    return *number - 1;
}

static uint32_t marked_region_of(interpretation *t, const source_region *r)
{
    uint32_t *number = &t->marked_region[r->id];
    if (!*number)
        *number = add_region(t, r->name, TRACE_USER, r->where);
    return *number - 1;
}

/* --- Events ------------------------------------------------------------------- */

static void put(interpretation *t, int rank, uint64_t time, trace_event e)
{
    e.time = time;
    e.cpu = TRACE_NO_CPU;
    t->events++;
    t->processors[rank].last = time;
    if (time > t->of.length)
        t->of.length = time;
    if (t->to && !t->is_bad)
        t->is_bad = !trace_write(t->to, (uint32_t)rank, &e);
}

static void open_one(interpretation *t, int rank, uint64_t time, open_region o)
{
    o.entered = time;
    VEC_PUSH(t->ctx->arena, &t->processors[rank].open, o);
    put(t, rank, time, (trace_event){.kind = TRACE_ENTER, .region = o.region});
}

/* Leaves the innermost region; what it did together with others it has done by then. */
static void close_one(interpretation *t, int rank, uint64_t time)
{
    processor *p = &t->processors[rank];
    const open_region o = p->open.data[--p->open.count];
    if (p->is_together) {
        p->is_together = false;
        put(t, rank, o.entered, (trace_event){.kind = TRACE_COLLECTIVE_BEGIN});
        put(t, rank, time, p->together);
    }
    put(t, rank, time, (trace_event){.kind = TRACE_LEAVE, .region = o.region});
}

static bool is_inside(const source_region *inner, const source_region *outer)
{
    while (inner && inner != outer)
        inner = inner->parent;
    return inner != NULL;
}

static bool is_open(const processor *p, const source_region *r)
{
    for (int i = 0; i < p->open.count; i++)
        if (p->open.data[i].marked == r)
            return true;
    return false;
}

static void open_marked(interpretation *t, int rank, uint64_t time, const source_region *r)
{
    if (!r || is_open(&t->processors[rank], r))
        return;
    open_marked(t, rank, time, r->parent);
    open_one(t, rank, time, (open_region){.marked = r, .region = marked_region_of(t, r)});
}

/* Leaves the phases that the unit is not in, and enters those that it is in. */
static void change_marked(interpretation *t, int rank, uint64_t time, const aag_unit *u)
{
    const processor *p = &t->processors[rank];
    while (p->open.count && p->open.data[p->open.count - 1].marked &&
           !is_inside(u->region, p->open.data[p->open.count - 1].marked))
        close_one(t, rank, time);
    open_marked(t, rank, time, u->region);
}

/* --- What the estimator tells --------------------------------------------------- */

static bool is_full(estimate_observer *o)
{
    const interpretation *t = (interpretation *)o;
    return t->is_bad || t->events >= t->options->limit;
}

static void enter(estimate_observer *o, const aag_unit *u, int rank, int64_t time)
{
    interpretation *t = (interpretation *)o;
    t->processors[rank].last = (uint64_t)time;
    if (!has_region(u))
        return;
    change_marked(t, rank, (uint64_t)time, u);
    open_one(t, rank, (uint64_t)time, (open_region){.unit = u, .region = region_of(t, u)});
}

static void leave(estimate_observer *o, const aag_unit *u, int rank, int64_t time)
{
    interpretation *t = (interpretation *)o;
    processor *p = &t->processors[rank];
    int at = p->open.count - 1;
    p->last = (uint64_t)time;
    while (at >= 0 && p->open.data[at].unit != u)
        at--;
    while (at >= 0 && p->open.count > at)
        close_one(t, rank, (uint64_t)time);
}

static void happens(estimate_observer *o, const aag_unit *u, const observed_event *e)
{
    static const trace_kind kinds[] = {[OBSERVED_SEND_BEGINS] = TRACE_ISEND,
                                       [OBSERVED_SEND_ENDS] = TRACE_ISEND_DONE,
                                       [OBSERVED_RECEIVE_BEGINS] = TRACE_IRECV_POSTED,
                                       [OBSERVED_RECEIVE_ENDS] = TRACE_IRECV,
                                       [OBSERVED_SENT] = TRACE_SEND,
                                       [OBSERVED_RECEIVED] = TRACE_RECV,
                                       [OBSERVED_PUT] = TRACE_PUT,
                                       [OBSERVED_GET] = TRACE_GET};
    (void)u;
    const bool is_receive = e->kind == OBSERVED_RECEIVE_BEGINS || e->kind == OBSERVED_RECEIVE_ENDS;
    put((interpretation *)o, e->rank, (uint64_t)e->time,
        (trace_event){.kind = kinds[e->kind],
                      .peer = (uint32_t)e->peer,
                      .tag = (uint32_t)e->tag,
                      .bytes = (uint64_t)e->bytes,
                      .request = 2 * (uint64_t)e->number + is_receive});
}

/* The communicator of these ranks; the first is of all. */
static uint32_t comm_of(interpretation *t, int count, const int *ranks)
{
    for (int i = 0; i < t->comms.count; i++) {
        const trace_comm *c = &t->comms.data[i];
        uint32_t k = 0;
        while (k < c->size && c->size == (uint32_t)count && c->ranks[k] == (uint32_t)ranks[k])
            k++;
        if (k == (uint32_t)count)
            return (uint32_t)i;
    }
    uint32_t *members = ARENA_ARRAY(t->ctx->arena, count, uint32_t);
    for (int i = 0; i < count; i++)
        members[i] = (uint32_t)ranks[i];
    const trace_comm made = {arena_printf(t->ctx->arena, "group %d", t->comms.count),
                             (uint32_t)count, members};
    VEC_PUSH(t->ctx->arena, &t->comms, made);
    return (uint32_t)t->comms.count - 1;
}

static trace_collective collective_of(const communication *c)
{
    switch (c->kind) {
    case COMM_BROADCAST:
        return TRACE_BCAST;
    case COMM_GATHER:
        return TRACE_GATHER;
    case COMM_ALLGATHER:
        return TRACE_ALLGATHER;
    case COMM_REDUCE:
        return c->is_to_one ? TRACE_REDUCE : TRACE_ALLREDUCE;
    case COMM_BARRIER:
        return TRACE_BARRIER;
    case COMM_WRITE_BACK:
    case COMM_TRANSPOSE:
    case COMM_REDISTRIBUTE:
        return TRACE_ALLTOALL;
    case COMM_SHIFT:
    case COMM_IRREGULAR:
    case COMM_ELEMENT:
    case COMM_WAIT:
    case COMM_POST:
    case COMM_WAIT_POST:
    case COMM_PUT:
    case COMM_GET:
        break;
    }
    return TRACE_OTHER_COLLECTIVE;
}

static void together(estimate_observer *o, const aag_unit *u, int count, const int *ranks, int root,
                     const observed_bytes *bytes)
{
    interpretation *t = (interpretation *)o;
    const trace_collective kind = collective_of(u->comm);
    const uint32_t comm = comm_of(t, count, ranks);
    uint32_t peer = TRACE_NO_ROOT;
    for (int i = 0; i < count; i++)
        if (ranks[i] == root)
            peer = (uint32_t)i;
    for (int i = 0; i < count; i++) {
        processor *p = &t->processors[ranks[i]];
        p->is_together = true;
        p->together = (trace_event){.kind = TRACE_COLLECTIVE_END,
                                    .collective = kind,
                                    .comm = comm,
                                    .peer = peer,
                                    .bytes = (uint64_t)bytes[i].given,
                                    .received = (uint64_t)bytes[i].got};
    }
}

/* --- The whole ------------------------------------------------------------------ */

static interpretation *interpretation_new(fp_context *ctx, const interpretation_options *options,
                                          const estimate *e)
{
    arena *a = ctx->arena;
    interpretation *t = ARENA_NEW(a, interpretation);
    t->observer = (estimate_observer){is_full, enter, leave, happens, together};
    t->ctx = ctx;
    t->options = options;
    t->graph = e->graph;
    t->unit_region = ARENA_ARRAY(a, e->graph->unit_count + 1, uint32_t);
    t->marked_region = ARENA_ARRAY(a, e->graph->program->region_count + 1, uint32_t);
    t->processors = ARENA_ARRAY(a, e->procs, processor);
    trace_rank *ranks = ARENA_ARRAY(a, e->procs, trace_rank);
    int *all = ARENA_ARRAY(a, e->procs, int);
    for (int i = 0; i < e->procs; i++) {
        ranks[i].name = arena_printf(a, "MPI Rank %d", i);
        all[i] = i;
    }
    t->main_region = add_region(t, e->graph->entry->name, TRACE_USER, e->graph->entry->where) - 1;
    t->left_out_region =
        add_region(t, "left out (--trace-limit)", TRACE_RUNTIME, (source_range){0}) - 1;
    comm_of(t, e->procs, all);
    t->comms.data[0].name = "MPI_COMM_WORLD";
    t->of = (trace){.path = options->path,
                    .ticks_per_s = PICOSECONDS,
                    .rank_count = (uint32_t)e->procs,
                    .ranks = ranks};
    return t;
}

/* Regions that are open end with the program. Of what was not followed it is not known what it is,
 * but when the program ends. */
static void end(interpretation *t, int procs, bool is_cut, double time)
{
    for (int rank = 0; rank < procs; rank++) {
        processor *p = &t->processors[rank];
        uint64_t last = p->last;
        t->followed = rank == 0 || last < t->followed ? last : t->followed;
        if (is_cut) {
            put(t, rank, last, (trace_event){.kind = TRACE_ENTER, .region = t->left_out_region});
            const uint64_t whole = (uint64_t)(time * (double)PICOSECONDS + 0.5);
            last = whole > last ? whole : last;
            put(t, rank, last, (trace_event){.kind = TRACE_LEAVE, .region = t->left_out_region});
        }
        while (p->open.count)
            close_one(t, rank, last);
    }
}

/* Returns false where the evaluation has failed for another reason than the limit. */
static bool go_through(interpretation *t, const bindings *values, const estimate_options *how,
                       const estimate *e, estimate *again, bool *is_cut)
{
    fp_context *ctx = t->ctx;
    estimate_options seen = *how;
    seen.explicit_clocks = true;
    seen.observer = &t->observer;
    seen.tell = NULL;
    diag_list *diags = ctx->diags;
    ctx->diags = diag_list_new(ctx->arena);
    t->events = 0;
    memset(t->processors, 0, (size_t)e->procs * sizeof *t->processors);
    for (int rank = 0; rank < e->procs; rank++)
        open_one(t, rank, 0, (open_region){.region = t->main_region});
    const bool is_whole = estimate_run(ctx, e->graph, e->machine, values, &seen, again);
    diag_list *said = ctx->diags;
    ctx->diags = diags;
    *is_cut = !is_whole && t->events >= t->options->limit;
    if (!is_whole && !*is_cut && !t->is_bad)
        diag_add_all(ctx->diags, said);
    if (!is_whole && !*is_cut)
        return false;
    end(t, e->procs, *is_cut, e->time);
    return true;
}

static void say_cut(const interpretation *t, double time)
{
    arena *a = t->ctx->arena;
    diag_report(t->ctx->diags, DIAG_WARNING, "trace", (source_range){0},
                "'%s' has the first %s events, until %s of %s; --trace-limit N for more",
                t->options->path, format_count(a, (double)t->options->limit),
                format_time(a, (double)t->followed / (double)PICOSECONDS), format_time(a, time));
}

bool report_interpretation(fp_context *ctx, const bindings *values, const estimate_options *how,
                           const interpretation_options *options, estimate *e)
{
    interpretation *t = interpretation_new(ctx, options, e);
    estimate again;
    bool is_cut;
    if (!go_through(t, values, how, e, &again, &is_cut))
        return false;
    t->of.regions = t->regions.data;
    t->of.region_count = (uint32_t)t->regions.count;
    t->of.comms = t->comms.data;
    t->of.comm_count = (uint32_t)t->comms.count;
    t->to = trace_create_sorted(ctx, options->path, options->form, &t->of);
    if (!t->to)
        return false;
    const bool is_good = go_through(t, values, how, e, &again, &is_cut);
    if (!trace_finish(t->to) || !is_good || t->is_bad)
        return false;
    if (is_cut)
        say_cut(t, e->time);
    else
        *e = again;
    return true;
}
