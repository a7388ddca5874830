#include "trace/record/join.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/folder.h"
#include "trace/record/names.h"
#include "trace/record/read_back.h"

/* What is read of one rank. */
typedef struct rank_file {
    const char *path; /* null: it has written none */
    raw_header header;
    record_rank_names names;
    uint64_t events;
    uint64_t bytes;  /* of the file that are events, to where the last ends or may */
    bool is_damaged; /* it was reported */
} rank_file;

typedef struct join {
    fp_context *ctx;
    const char *folder;
    rank_file *ranks;
    uint32_t count;
    const char *first; /* the file that says how many they are */
    int64_t began;     /* of all, on rank 0's clock */
    uint64_t last;
    bool is_damaged; /* not all that is there could be read */
    char *piece;
    trace definitions;
    trace_writer *to;
} join;

bool record_has_any(fp_context *ctx, const char *folder)
{
    return folder_files(ctx->arena, folder, "rank-", ".events").count > 0;
}

/* --- The ranks ----------------------------------------------------------------- */

static bool damage(join *j, const char *path, const char *what)
{
    j->is_damaged = true;
    return trace_fail(j->ctx, path, "%s", what);
}

static bool read_header(join *j, const char *path, raw_header *out, uint64_t *bytes)
{
    FILE *in = fopen(path, "rb");
    struct stat file;
    if (!in)
        return damage(j, path, strerror(errno));
    const bool is_good = fstat(fileno(in), &file) == 0 && fread(out, sizeof *out, 1, in) == 1 &&
                         memcmp(out->magic, RAW_MAGIC, sizeof RAW_MAGIC) == 0 && out->size > 0 &&
                         out->rank < out->size;
    fclose(in);
    *bytes = is_good ? (uint64_t)file.st_size : 0;
    return is_good || damage(j, path, "this is not what a rank has written");
}

/* Is the file as long as its header says? One that a rank has not ended has whole pieces, unless
 * there was no room for the last one. */
static bool check_length(join *j, rank_file *r)
{
    const raw_header *h = &r->header;
    const bool is_cut = r->bytes < h->used || h->used < RAW_FIRST ||
                        (!h->is_complete && !h->stopped && r->bytes != h->used &&
                         (r->bytes - RAW_FIRST) % RAW_PIECE);
    r->is_damaged = is_cut;
    if (is_cut)
        return damage(j, r->path,
                      arena_printf(j->ctx->arena,
                                   "it has been cut off, or its header is damaged: %" PRIu64
                                   " bytes, of %" PRIu64 " at least; read is what there is",
                                   r->bytes, h->used));
    if (h->is_complete)
        r->bytes = h->used;
    return true;
}

/* One rank's file, where its run is that of the first. */
static void take_rank(join *j, const char *path, int file_count)
{
    /* As many ranks for a file that is there: those of other nodes may be elsewhere. */
    enum { RANKS_MOST = 1024 };
    raw_header h;
    uint64_t bytes = 0;
    if (!read_header(j, path, &h, &bytes))
        return;
    if (h.size > (uint64_t)file_count * RANKS_MOST) {
        damage(j, path,
               arena_printf(j->ctx->arena,
                            "it says that it is of %" PRIu32
                            " ranks, of which %d have files here: it is damaged, or too many are "
                            "missing",
                            h.size, file_count));
        return;
    }
    if (!j->ranks) {
        j->count = h.size;
        j->first = path;
        j->ranks = ARENA_ARRAY(j->ctx->arena, h.size, rank_file);
    }
    if (h.size != j->count || j->ranks[h.rank].path) {
        damage(j, path, arena_printf(j->ctx->arena, "this is of another run than '%s'", j->first));
        return;
    }
    j->ranks[h.rank] = (rank_file){.path = path, .header = h, .bytes = bytes};
    check_length(j, &j->ranks[h.rank]);
}

/* Those that can be read; false: there are none. */
static bool find_ranks(join *j)
{
    const path_list files = folder_files(j->ctx->arena, j->folder, "rank-", ".events");
    if (files.count == 0)
        return trace_fail(j->ctx, j->folder, "no rank has written anything here");
    for (int i = 0; i < files.count; i++)
        take_rank(j, files.data[i], files.count);
    return j->ranks != NULL;
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

/* A rank whose names cannot be read has what could be read of them. */
static void read_names(join *j)
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
            r->is_damaged = j->is_damaged = true;
    }
    j->definitions = (trace){.path = j->folder,
                             .ticks_per_s = UINT64_C(1000000000),
                             .rank_count = j->count,
                             .ranks = ranks};
    record_names_define(all, &j->definitions);
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

static bool is_zero(const char *at, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        if (at[i])
            return false;
    return true;
}

/* The events of a piece, of which so many bytes are there. One that is not the last of the file
 * ends in zeros; so does one of a rank that was killed. False: no more can be written. */
static bool join_piece(join *j, rank_file *r, uint32_t rank, size_t bytes, uint64_t *last)
{
    size_t at = 0;
    for (int length;; at += (size_t)length) {
        trace_event e;
        length = read_event(j, r, j->piece + at, bytes - at, &e);
        const bool is_end = length == 0 && is_zero(j->piece + at, bytes - at) &&
                            (at == bytes || bytes == RAW_PIECE || !r->header.is_complete);
        if (is_end)
            return true;
        if (length <= 0 && r->is_damaged)
            return true; /* that has been said */
        if (length <= 0) {
            r->is_damaged = true;
            damage(j, r->path,
                   arena_printf(j->ctx->arena, "event %" PRIu64 " makes no sense: it is damaged",
                                r->events + 1));
            return true;
        }
        /* Two clocks compared twice are on a line, which may be steeper than either. */
        *last = e.time = e.time > *last ? e.time : *last;
        if (!trace_write(j->to, rank, &e))
            return false;
        r->events++;
    }
}

/* Nothing follows what is damaged. False: no more can be written. */
static bool join_rank(join *j, uint32_t rank)
{
    rank_file *r = &j->ranks[rank];
    FILE *in = r->path ? fopen(r->path, "rb") : NULL;
    if (!in) {
        if (r->path)
            damage(j, r->path, strerror(errno));
        return true;
    }
    const bool was_damaged = r->is_damaged;
    bool ok = fseek(in, RAW_FIRST, SEEK_SET) == 0;
    uint64_t last = 0, left = r->bytes > RAW_FIRST ? r->bytes - RAW_FIRST : 0;
    while (ok && left && r->is_damaged == was_damaged) {
        const size_t wanted = left < RAW_PIECE ? (size_t)left : RAW_PIECE,
                     got = fread(j->piece, 1, wanted, in);
        if (got < wanted) {
            damage(j, r->path, ferror(in) ? strerror(errno) : "it has become shorter");
            break;
        }
        left -= got;
        ok = join_piece(j, r, rank, got, &last);
    }
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

/* What there is of a trace that could not be written. */
static void remove_output(fp_context *ctx, const char *out)
{
    static const char *const ends[] = {".evt", ".def", ".otf2", ".snap"};
    arena *a = ctx->arena;
    const char *const folders[] = {arena_printf(a, "%s/traces", out), out};
    for (int i = 0; i < 2; i++) {
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
            const path_list files = folder_files(a, folders[i], "", ends[k]);
            for (int n = 0; n < files.count; n++)
                unlink(files.data[n]);
        }
        rmdir(folders[i]);
    }
}

bool record_join(fp_context *ctx, const char *folder, const char *out, record_summary *summary)
{
    join j = {.ctx = ctx, .folder = folder, .piece = arena_alloc(ctx->arena, RAW_PIECE)};
    struct stat there;
    const bool was_there = lstat(out, &there) == 0;
    *summary = (record_summary){0};
    if (!find_ranks(&j))
        return false;
    read_names(&j);
    find_beginning(&j, summary);
    j.to = trace_create(ctx, out, TRACE_AS_OTF2, &j.definitions);
    bool ok = j.to != NULL;
    uint64_t *events = ARENA_ARRAY(ctx->arena, j.count + 1, uint64_t);
    for (uint32_t i = 0; ok && i < j.count; i++)
        ok = join_rank(&j, i);
    ok = j.to && trace_finish(j.to) && ok;
    if (!ok && !was_there)
        remove_output(ctx, out);
    for (uint32_t i = 0; i < j.count; i++)
        events[i] = j.ranks[i].events;
    j.is_damaged |= ok && !record_read_back(ctx, out, j.count, events);
    summary->is_damaged = j.is_damaged;
    summary->is_whole = check_ranks(&j) && !j.is_damaged;
    summary->rank_count = j.count;
    summary->seconds = 1e-9 * (double)j.last;
    for (uint32_t i = 0; i < j.count; i++)
        summary->events += events[i];
    return ok;
}
