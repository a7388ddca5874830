#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "trace/format/channel.h"
#include "trace/format/open_regions.h"
#include "trace/format/source.h"
#include "trace/format/ti_unequal.h"

/* SMPI's time-independent form (Desprez, Markomanolis, Quinson and Suter, PSTI 2011; what
 * `smpirun -trace-ti` writes): a file for each rank, PATH_files/rank-N.txt, and PATH, which lists
 * them. What passed outside of calls of MPI is so many operations, one for a nanosecond. */

/* What a rank does. A receive that begins does not yet know whose message it will get: it and what
 * follows wait until it is known. */
typedef struct ti_action {
    bool is_known, is_dropped;
    uint64_t request; /* of a receive that is not known */
    double computed;  /* before it, in nanoseconds */
    const char *text; /* of a known one: without the rank */
} ti_action;

/* A request that is open: what `wait` names it by. */
typedef struct ti_request {
    uint64_t request;
    uint32_t from, to, tag;
} ti_request;

typedef struct ti_rank {
    FILE *out;
    open_regions in;
    bool has_begun;
    uint64_t last_cpu; /* of the last event that had one, and no call since */
    double untold;     /* by the clock, since that event, in nanoseconds */
    double computed;   /* since the last action, in nanoseconds, until `untold` begins */
    VEC(ti_action) waiting;
    int first; /* of those that wait */
    VEC(ti_request) sends;
    arena *texts; /* of what waits */
} ti_rank;

typedef struct ti_writer {
    trace_writer writer; /* first */
    ti_rank *ranks;
    ti_unequal *unequal;
    uint64_t parts, means, others, tests, accesses, dropped; /* what it has no place for */
} ti_writer;

static bool fail(ti_writer *w)
{
    return trace_fail(w->writer.ctx, w->writer.path, "%s", strerror(errno));
}

/* --- Actions, in their order --- */

static void put_action(ti_rank *r, uint32_t rank, const ti_action *a)
{
    if (a->computed > 0)
        fprintf(r->out, "%" PRIu32 " compute %.12g\n", rank, a->computed);
    if (!a->is_dropped)
        fprintf(r->out, "%" PRIu32 " %s\n", rank, a->text);
}

/* Writes all up to the first that is not known. */
static void put_known(ti_rank *r, uint32_t rank)
{
    while (r->first < r->waiting.count && r->waiting.data[r->first].is_known)
        put_action(r, rank, &r->waiting.data[r->first++]);
    if (r->first < r->waiting.count)
        return;
    r->first = r->waiting.count = 0;
    arena_clear(r->texts);
}

static void add(ti_writer *w, uint32_t rank, ti_action a)
{
    ti_rank *r = &w->ranks[rank];
    a.computed = r->computed;
    r->computed = 0;
    VEC_PUSH(w->writer.ctx->arena, &r->waiting, a);
    if (a.is_known)
        put_known(r, rank);
}

static void add_known(ti_writer *w, uint32_t rank, const char *text)
{
    add(w, rank, (ti_action){.is_known = true, .text = text});
}

/* Makes a receive known; false where it has not begun. */
static ti_action *find_receive(ti_rank *r, uint64_t request)
{
    for (int i = r->first; i < r->waiting.count; i++)
        if (!r->waiting.data[i].is_known && r->waiting.data[i].request == request)
            return &r->waiting.data[i];
    return NULL;
}

/* --- Messages --- */

static const char *message_text(ti_writer *w, uint32_t rank, const char *word, const trace_event *e)
{
    return arena_printf(w->ranks[rank].texts, "%s %" PRIu32 " %" PRIu32 " %" PRIu64, word,
                        channel_world_rank(w->writer.definitions, rank, e), e->tag, e->bytes);
}

static void add_wait(ti_writer *w, uint32_t rank, uint32_t from, uint32_t to, uint32_t tag)
{
    add_known(
        w, rank,
        arena_printf(w->ranks[rank].texts, "wait %" PRIu32 " %" PRIu32 " %" PRIu32, from, to, tag));
}

static void end_receive(ti_writer *w, uint32_t rank, const trace_event *e)
{
    ti_rank *r = &w->ranks[rank];
    ti_action *a = find_receive(r, e->request);
    if (a) {
        a->is_known = true;
        a->text = message_text(w, rank, "irecv", e);
    }
    add_wait(w, rank, channel_world_rank(w->writer.definitions, rank, e), rank, e->tag);
    put_known(r, rank);
}

static void end_send(ti_writer *w, uint32_t rank, uint64_t request)
{
    ti_rank *r = &w->ranks[rank];
    for (int i = 0; i < r->sends.count; i++) {
        const ti_request q = r->sends.data[i];
        if (q.request != request)
            continue;
        r->sends.data[i] = r->sends.data[--r->sends.count];
        add_wait(w, rank, q.from, q.to, q.tag);
        return;
    }
}

static void cancel(ti_writer *w, uint32_t rank, uint64_t request)
{
    ti_action *a = find_receive(&w->ranks[rank], request);
    if (a)
        a->is_known = a->is_dropped = true;
    w->dropped++;
    put_known(&w->ranks[rank], rank);
}

/* --- Collectives --- */

static const char *collective_text(ti_writer *w, uint32_t rank, const trace_event *e)
{
    arena *a = w->ranks[rank].texts;
    const uint64_t count = w->writer.definitions->rank_count, given = e->bytes, got = e->received;
    const uint32_t root = e->peer == TRACE_NO_ROOT ? 0 : e->peer;
    const uint64_t most = given > got ? given : got;
    switch (e->collective) {
    case TRACE_BARRIER:
        return "barrier";
    case TRACE_BCAST:
        return arena_printf(a, "bcast %" PRIu64 " %" PRIu32, most, root);
    case TRACE_REDUCE:
        return arena_printf(a, "reduce %" PRIu64 " 0 %" PRIu32, given, root);
    case TRACE_ALLREDUCE:
        return arena_printf(a, "allreduce %" PRIu64 " 0", given);
    case TRACE_SCAN:
        return arena_printf(a, "scan %" PRIu64 " 0", given);
    case TRACE_EXSCAN:
        return arena_printf(a, "exscan %" PRIu64 " 0", given);
    case TRACE_GATHER:
        return arena_printf(a, "gather %" PRIu64 " %" PRIu64 " %" PRIu32, given, given, root);
    case TRACE_SCATTER:
        return arena_printf(a, "scatter %" PRIu64 " %" PRIu64 " %" PRIu32, got, got, root);
    case TRACE_ALLGATHER:
        return arena_printf(a, "allgather %" PRIu64 " %" PRIu64, given, given);
    case TRACE_ALLTOALL:
        return arena_printf(a, "alltoall %" PRIu64 " %" PRIu64, given / count, got / count);
    case TRACE_GATHERV:
    case TRACE_SCATTERV:
    case TRACE_ALLGATHERV:
    case TRACE_ALLTOALLV:
    case TRACE_ALLTOALLW:
    case TRACE_REDUCE_SCATTER:
    case TRACE_REDUCE_SCATTER_BLOCK:
        return TI_UNEQUAL_MARK;
    case TRACE_OTHER_COLLECTIVE:
    case TRACE_COLLECTIVE_COUNT:
        break;
    }
    return NULL;
}

/* The form knows only MPI_COMM_WORLD; ranks in another order would have other roots. */
static bool is_world(const trace *t, uint32_t comm)
{
    const trace_comm *c = &t->comms[comm];
    if (!c->ranks || c->size != t->rank_count)
        return false;
    for (uint32_t i = 0; i < c->size; i++)
        if (c->ranks[i] != i)
            return false;
    return true;
}

static bool add_collective(ti_writer *w, uint32_t rank, const trace_event *e)
{
    const trace *t = w->writer.definitions;
    const bool is_alone = !t->comms[e->comm].ranks || t->comms[e->comm].size == 1;
    if (e->collective == TRACE_OTHER_COLLECTIVE)
        w->others++;
    else if (!is_world(t, e->comm))
        w->parts += !is_alone;
    else if (ti_is_unequal(e->collective) && !ti_unequal_note(w->unequal, rank, e))
        return fail(w);
    else
        add_known(w, rank, collective_text(w, rank, e));
    if (e->collective == TRACE_ALLTOALLV || e->collective == TRACE_ALLTOALLW)
        w->means++;
    return true;
}

/* --- Events --- */

static void tell_time(ti_rank *r, uint64_t cpu)
{
    const bool has_both = cpu != TRACE_NO_CPU && r->last_cpu != TRACE_NO_CPU;
    r->computed += has_both ? (double)(cpu - r->last_cpu) : r->untold;
    r->untold = 0;
    r->last_cpu = cpu;
}

/* What passed since the event before is computation, where that and this are outside of MPI: the
 * thread's processor time, where it is known at both ends. Regions of the program's own between
 * two calls may be without: then it counts from the last event that had it to the next one.
 * Ranks are not started at the same time: what was before a first region is nothing of theirs. */
static void add_time(const ti_writer *w, ti_rank *r, const trace_event *e, bool was_outside)
{
    const bool is_start = !r->has_begun && e->kind == TRACE_ENTER &&
                          w->writer.definitions->regions[e->region].role != TRACE_MPI;
    const bool ends_call = e->kind == TRACE_RECV || e->kind == TRACE_IRECV ||
                           e->kind == TRACE_ISEND_DONE || e->kind == TRACE_COLLECTIVE_END;
    const bool is_region = e->kind == TRACE_ENTER || e->kind == TRACE_LEAVE;
    r->has_begun = true;
    if (!was_outside || is_start) {
        r->last_cpu = e->cpu;
    } else if (ends_call) {
        tell_time(r, TRACE_NO_CPU);
        r->last_cpu = e->cpu;
    } else {
        r->untold += (double)((long double)(e->time - r->in.before) * 1e9L /
                              (long double)w->writer.definitions->ticks_per_s);
        if (e->cpu != TRACE_NO_CPU || r->in.mpi || !is_region)
            tell_time(r, e->cpu);
    }
}

static bool write_event(trace_writer *of, uint32_t rank, const trace_event *e)
{
    ti_writer *w = (ti_writer *)of;
    ti_rank *r = &w->ranks[rank];
    const bool was_outside = r->in.mpi == 0;
    if (!open_regions_take(of->ctx, of->definitions, &r->in, rank, e))
        return false;
    add_time(w, r, e, was_outside);
    switch (e->kind) {
    case TRACE_SEND:
        add_known(w, rank, message_text(w, rank, "send", e));
        break;
    case TRACE_RECV:
        add_known(w, rank, message_text(w, rank, "recv", e));
        break;
    case TRACE_ISEND:
        VEC_PUSH(
            of->ctx->arena, &r->sends,
            ((ti_request){e->request, rank, channel_world_rank(of->definitions, rank, e), e->tag}));
        add_known(w, rank, message_text(w, rank, "isend", e));
        break;
    case TRACE_ISEND_DONE:
        end_send(w, rank, e->request);
        break;
    case TRACE_IRECV_POSTED:
        add(w, rank, (ti_action){.request = e->request});
        break;
    case TRACE_IRECV:
        end_receive(w, rank, e);
        break;
    case TRACE_REQUEST_CANCEL:
        cancel(w, rank, e->request);
        break;
    case TRACE_REQUEST_TEST:
        w->tests++;
        break;
    case TRACE_COLLECTIVE_END:
        if (!add_collective(w, rank, e))
            return false;
        break;
    case TRACE_GET:
    case TRACE_PUT:
        w->accesses++;
        break;
    case TRACE_ENTER:
    case TRACE_LEAVE:
    case TRACE_COLLECTIVE_BEGIN:
    case TRACE_KIND_COUNT:
        break;
    }
    return !ferror(r->out) || fail(w);
}

/* --- The whole --- */

static void say(const ti_writer *w, uint64_t count, const char *what)
{
    if (count)
        diag_report(w->writer.ctx->diags, DIAG_WARNING, "trace", (source_range){0},
                    "'%s': %s (%" PRIu64 ")", w->writer.path, what, count);
}

static void say_what_is_missing(const ti_writer *w)
{
    say(w, w->parts,
        "collectives of some ranks only are left out: the form knows all ranks together");
    say(w, w->others, "calls that make or free communicators, windows or files are left out");
    say(w, w->means,
        "what each rank gives each other one in MPI_Alltoallv is worked out from sums: a trace has "
        "no more");
    say(w, w->tests, "looks at requests that had not ended are left out");
    say(w, w->accesses, "accesses to what other ranks hold are left out");
    say(w, w->dropped, "requests that were cancelled, or never ended, are left out");
}

static bool finish_rank(ti_writer *w, uint32_t rank)
{
    ti_rank *r = &w->ranks[rank];
    tell_time(r, TRACE_NO_CPU);
    for (int i = r->first; i < r->waiting.count; i++)
        if (!r->waiting.data[i].is_known) {
            r->waiting.data[i].is_known = r->waiting.data[i].is_dropped = true;
            w->dropped++;
        }
    add_known(w, rank, "finalize");
    put_known(r, rank);
    const bool is_bad = !ti_unequal_fill(w->unequal, rank, r->out) || ferror(r->out) != 0;
    return fclose(r->out) == 0 && !is_bad;
}

static bool finish(trace_writer *of)
{
    ti_writer *w = (ti_writer *)of;
    bool is_good = true;
    for (uint32_t i = 0; i < of->definitions->rank_count; i++)
        is_good &= finish_rank(w, i);
    ti_unequal_close(w->unequal);
    say_what_is_missing(w);
    return is_good || fail(w);
}

/* The list names files as seen from where it is read: SMPI opens them from the working folder. */
static bool open_files(ti_writer *w)
{
    fp_context *ctx = w->writer.ctx;
    const trace *t = w->writer.definitions;
    const char *folder = arena_printf(ctx->arena, "%s_files", w->writer.path);
    if (mkdir(folder, 0777) != 0)
        return trace_fail(ctx, folder, "%s", strerror(errno));
    FILE *list = fopen(w->writer.path, "w");
    if (!list)
        return fail(w);
    for (uint32_t i = 0; i < t->rank_count; i++) {
        const char *path = arena_printf(ctx->arena, "%s/rank-%" PRIu32 ".txt", folder, i);
        fprintf(list, "%s\n", path);
        ti_rank *r = &w->ranks[i];
        r->texts = arena_new_under(ctx->arena);
        r->last_cpu = TRACE_NO_CPU;
        r->out = fopen(path, "w+");
        if (!r->out)
            return fail(w);
        fprintf(r->out, "%" PRIu32 " init\n", i);
    }
    const bool is_bad = ferror(list) != 0;
    return (fclose(list) == 0 && !is_bad) || fail(w);
}

trace_writer *trace_create_ti(fp_context *ctx, const char *path, const trace *definitions)
{
    ti_writer *w = ARENA_NEW(ctx->arena, ti_writer);
    w->writer = (trace_writer){ctx, path, definitions, write_event, finish};
    w->ranks = ARENA_ARRAY(ctx->arena, definitions->rank_count + 1, ti_rank);
    w->unequal = ti_unequal_new(ctx, definitions->rank_count);
    trace_raise_file_limit();
    return open_files(w) ? &w->writer : NULL;
}
