#include "trace/record/join.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "support/folder.h"
#include "trace/record/names.h"

/* What is read of one rank. */
typedef struct rank_file {
    const char *path; /* null: it has written none */
    raw_header header;
    record_rank_names names;
    uint64_t events;
} rank_file;

typedef struct join {
    fp_context *ctx;
    const char *folder;
    rank_file *ranks;
    uint32_t count;
    int64_t began; /* of all, on rank 0's clock */
    uint64_t last;
    char *piece;
    trace definitions;
    trace_writer *to;
} join;

bool record_has_any(fp_context *ctx, const char *folder)
{
    return folder_files(ctx->arena, folder, "rank-", ".events").count > 0;
}

/* --- The ranks ----------------------------------------------------------------- */

static bool read_header(join *j, const char *path, raw_header *out)
{
    FILE *in = fopen(path, "rb");
    if (!in)
        return trace_fail(j->ctx, path, "%s", strerror(errno));
    const bool is_good = fread(out, sizeof *out, 1, in) == 1 &&
                         memcmp(out->magic, RAW_MAGIC, sizeof RAW_MAGIC) == 0 && out->size > 0 &&
                         out->rank < out->size && out->size <= INT32_MAX;
    fclose(in);
    return is_good || trace_fail(j->ctx, path, "this is not what a rank has written");
}

static bool find_ranks(join *j)
{
    arena *a = j->ctx->arena;
    const path_list files = folder_files(a, j->folder, "rank-", ".events");
    if (files.count == 0)
        return trace_fail(j->ctx, j->folder, "no rank has written anything here");
    for (int i = 0; i < files.count; i++) {
        raw_header h;
        if (!read_header(j, files.data[i], &h))
            return false;
        if (!j->ranks) {
            j->count = h.size;
            j->ranks = ARENA_ARRAY(a, h.size, rank_file);
        }
        if (h.size != j->count || j->ranks[h.rank].path)
            return trace_fail(j->ctx, files.data[i], "this is of another run than '%s'",
                              files.data[0]);
        j->ranks[h.rank] = (rank_file){.path = files.data[i], .header = h};
    }
    return true;
}

/* What a rank's clock is to be added to be on rank 0's: between the two comparisons on a line. */
static int64_t on_first_clock(const raw_header *h, uint64_t time)
{
    const int64_t t = (int64_t)time;
    if (h->offset_began == h->offset_ended || h->ended <= h->began || !h->is_complete)
        return t + h->offset_began;
    const double part = ((double)time - (double)h->began) / ((double)h->ended - (double)h->began);
    return t + h->offset_began + (int64_t)(part * (double)(h->offset_ended - h->offset_began));
}

static void find_beginning(join *j, record_summary *s)
{
    j->began = INT64_MAX;
    for (uint32_t i = 0; i < j->count; i++) {
        const raw_header *h = &j->ranks[i].header;
        if (!j->ranks[i].path)
            continue;
        const int64_t began = on_first_clock(h, h->began);
        j->began = began < j->began ? began : j->began;
        s->clocks += h->offset_error > 0;
        s->clock_error_s = 1e-9 * (double)h->offset_error > s->clock_error_s
                               ? 1e-9 * (double)h->offset_error
                               : s->clock_error_s;
        for (int k = 0; k < RAW_UNSEEN_COUNT; k++)
            s->unseen[k] += h->unseen[k];
    }
}

static bool read_names(join *j)
{
    fp_context *ctx = j->ctx;
    record_names *all = record_names_new(ctx, j->count);
    trace_rank *ranks = ARENA_ARRAY(ctx->arena, j->count, trace_rank);
    for (uint32_t i = 0; i < j->count; i++) {
        rank_file *r = &j->ranks[i];
        ranks[i].name = arena_printf(ctx->arena, "MPI Rank %" PRIu32, i);
        if (!r->path)
            continue;
        const size_t stem = strlen(r->path) - strlen(".events");
        if (!record_names_read(all, arena_printf(ctx->arena, "%.*s.names", (int)stem, r->path), i,
                               &r->names))
            return false;
    }
    j->definitions = (trace){.path = j->folder,
                             .ticks_per_s = UINT64_C(1000000000),
                             .rank_count = j->count,
                             .ranks = ranks};
    record_names_define(all, &j->definitions);
    return true;
}

/* --- Events -------------------------------------------------------------------- */

static uint32_t number_of(const record_numbers *numbers, uint32_t own)
{
    return own < (uint32_t)numbers->count ? numbers->data[own] : UINT32_MAX;
}

/* Reads the event at `at`, of which there are `left` bytes; returns its length, 0: there is no more
 * in this piece, or -1: it makes no sense. */
static int read_event(const join *j, const rank_file *r, const char *at, size_t left,
                      trace_event *out)
{
    raw_event e;
    if (left < sizeof e)
        return 0;
    memcpy(&e, at, sizeof e);
    if (e.kind == 0)
        return 0;
    const int kind = e.kind - 1;
    const size_t has_cpu = e.flags & RAW_HAS_CPU ? 8 : 0,
                 message = raw_has_message(kind) ? sizeof(raw_message) : 0,
                 request = raw_has_request(kind) ? 8 : 0,
                 together = kind == TRACE_COLLECTIVE_END ? sizeof(raw_together) : 0,
                 bytes = sizeof e + has_cpu + message + request + together;
    if (kind >= TRACE_KIND_COUNT || e.collective >= TRACE_COLLECTIVE_COUNT || left < bytes)
        return -1;
    const int64_t time = on_first_clock(&r->header, e.time) - j->began;
    *out = (trace_event){.kind = (trace_kind)kind,
                         .collective = (trace_collective)e.collective,
                         .time = time > 0 ? (uint64_t)time : 0,
                         .cpu = TRACE_NO_CPU,
                         .peer = TRACE_NO_ROOT,
                         .any_source = e.flags & RAW_ANY_SOURCE};
    raw_message m = {0};
    raw_together t = {.root = TRACE_NO_ROOT};
    at += sizeof e;
    memcpy(&out->cpu, at, has_cpu);
    memcpy(&m, at + has_cpu, message);
    memcpy(&out->request, at + has_cpu + message, request);
    memcpy(&t, at + has_cpu + message + request, together);
    out->peer = message ? m.peer : t.root;
    out->tag = m.tag;
    out->bytes = message ? m.bytes : t.bytes;
    out->received = t.received;
    if (kind == TRACE_ENTER || kind == TRACE_LEAVE)
        out->region = number_of(&r->names.regions, e.what);
    else
        out->comm = number_of(&r->names.comms, e.what);
    return out->region == UINT32_MAX || out->comm == UINT32_MAX ? -1 : (int)bytes;
}

static bool join_piece(join *j, rank_file *r, uint32_t rank, size_t bytes, uint64_t *last)
{
    for (size_t at = 0;;) {
        trace_event e;
        const int length = read_event(j, r, j->piece + at, bytes - at, &e);
        if (length < 0)
            return trace_fail(j->ctx, r->path, "event %" PRIu64 " makes no sense: it is damaged",
                              r->events + 1);
        if (length == 0)
            return true;
        /* Two clocks compared twice are on a line, which may be steeper than either. */
        *last = e.time = e.time > *last ? e.time : *last;
        if (!trace_write(j->to, rank, &e))
            return false;
        r->events++;
        at += (size_t)length;
    }
}

static bool join_rank(join *j, uint32_t rank)
{
    rank_file *r = &j->ranks[rank];
    FILE *in = r->path ? fopen(r->path, "rb") : NULL;
    if (!in)
        return !r->path || trace_fail(j->ctx, r->path, "%s", strerror(errno));
    bool ok = fseek(in, RAW_FIRST, SEEK_SET) == 0;
    uint64_t last = 0;
    for (size_t bytes; ok && (bytes = fread(j->piece, 1, RAW_PIECE, in)) > 0;)
        ok = join_piece(j, r, rank, bytes, &last);
    if (ferror(in))
        ok = trace_fail(j->ctx, r->path, "%s", strerror(errno));
    fclose(in);
    j->last = last > j->last ? last : j->last;
    return ok;
}

/* --- What is missing ------------------------------------------------------------- */

static void warn(join *j, const char *text)
{
    diag_report(j->ctx->diags, DIAG_WARNING, "record", (source_range){0}, "%s", text);
}

/* Of the first few; the others are counted. */
static bool check_ranks(join *j)
{
    enum { TOLD_MOST = 8 };
    arena *a = j->ctx->arena;
    uint32_t missing = 0;
    for (uint32_t i = 0; i < j->count; i++) {
        const rank_file *r = &j->ranks[i];
        const bool has_ended = r->path && r->header.is_complete;
        if ((has_ended && !r->header.stopped) || ++missing > TOLD_MOST)
            continue;
        if (!r->path)
            warn(j, arena_printf(
                        a, "rank %" PRIu32 " has written nothing: it is empty in the trace", i));
        else if (r->header.stopped)
            warn(j, arena_printf(a,
                                 "rank %" PRIu32 " was recorded to event %" PRIu64
                                 ", and not any more: %s",
                                 i, r->events, strerror(r->header.stopped)));
        else
            warn(j, arena_printf(a,
                                 "rank %" PRIu32
                                 " (on %.64s) has ended before MPI_Finalize: its %" PRIu64
                                 " events until then are in the trace",
                                 i, r->header.host, r->events));
    }
    if (missing > TOLD_MOST)
        warn(j, arena_printf(a, "so it is with %" PRIu32 " more ranks", missing - TOLD_MOST));
    return missing == 0;
}

bool record_join(fp_context *ctx, const char *folder, const char *out, record_summary *summary)
{
    join j = {.ctx = ctx, .folder = folder, .piece = arena_alloc(ctx->arena, RAW_PIECE)};
    *summary = (record_summary){0};
    if (!find_ranks(&j) || !read_names(&j))
        return false;
    find_beginning(&j, summary);
    j.to = trace_create(ctx, out, TRACE_AS_OTF2, &j.definitions);
    bool ok = j.to != NULL;
    for (uint32_t i = 0; ok && i < j.count; i++)
        ok = join_rank(&j, i);
    ok = j.to && trace_finish(j.to) && ok;
    summary->is_whole = check_ranks(&j);
    summary->rank_count = j.count;
    summary->seconds = 1e-9 * (double)j.last;
    for (uint32_t i = 0; i < j.count; i++)
        summary->events += j.ranks[i].events;
    return ok;
}
