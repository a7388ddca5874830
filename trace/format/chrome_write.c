#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "support/utf8.h"
#include "trace/format/channel.h"
#include "trace/format/open_regions.h"
#include "trace/format/source.h"

/* Chrome's trace events ("Trace Event Format", the Chromium project), which Perfetto reads: a
 * thread for each rank, slices for regions, flows for messages, asynchronous slices for
 * requests. Times are microseconds. */

/* What has happened in the innermost region, if that is a call of MPI. */
typedef struct call_content {
    uint64_t sent, received; /* bytes */
    bool has_messages, has_collective;
    trace_event collective; /* its end */
} call_content;

typedef struct chrome_rank {
    open_regions in;
    call_content call;
    uint64_t collective_began;
} chrome_rank;

typedef struct chrome_writer {
    trace_writer writer; /* first */
    FILE *out;
    int digits; /* of times, behind the point */
    channel_table *channels;
    chrome_rank *ranks;
} chrome_writer;

static bool fail(chrome_writer *w)
{
    return trace_fail(w->writer.ctx, w->writer.path, "%s", strerror(errno));
}

/* --- Pieces --- */

/* JSON is UTF-8: what is not becomes a replacement character. */
static void put_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (size_t left = strlen(text); left;) {
        uint32_t code;
        const size_t size = utf8_decode(text, left, &code);
        if (!size)
            fputs("\xef\xbf\xbd", out);
        else if (code < ' ')
            fprintf(out, "\\u%04x", (unsigned)code);
        else
            fprintf(out, "%s%.*s", code == '"' || code == '\\' ? "\\" : "", (int)size, text);
        text += size ? size : 1;
        left -= size ? size : 1;
    }
    fputc('"', out);
}

static void put_time(const chrome_writer *w, const char *name, uint64_t ticks)
{
    const long double us =
        (long double)ticks * 1e6L / (long double)w->writer.definitions->ticks_per_s;
    fprintf(w->out, ",\"%s\":%.*Lf", name, w->digits, us);
}

/* Begins an event of a kind that one letter names. */
static void begin(const chrome_writer *w, char kind, uint32_t rank, const trace_event *e)
{
    fprintf(w->out, ",\n{\"ph\":\"%c\",\"pid\":0,\"tid\":%" PRIu32, kind, rank);
    put_time(w, "ts", e->time);
    if (e->cpu != TRACE_NO_CPU)
        fprintf(w->out, ",\"tts\":%.3Lf", (long double)e->cpu / 1000);
}

static void put_collective(const chrome_writer *w, const trace_event *e)
{
    if (e->peer != TRACE_NO_ROOT)
        fprintf(w->out, "\"root\":%" PRIu32 ",", e->peer);
    fputs("\"comm\":", w->out);
    put_text(w->out, w->writer.definitions->comms[e->comm].name);
    fprintf(w->out, ",\"given\":%" PRIu64 ",\"got\":%" PRIu64, e->bytes, e->received);
}

/* --- Events --- */

static void put_enter(const chrome_writer *w, uint32_t rank, const trace_event *e)
{
    static const char *const roles[TRACE_ROLE_COUNT] = {
        [TRACE_USER] = "user", [TRACE_MPI] = "mpi", [TRACE_RUNTIME] = "runtime"};
    const trace_region *r = &w->writer.definitions->regions[e->region];
    begin(w, 'B', rank, e);
    fprintf(w->out, ",\"cat\":\"%s\",\"name\":", roles[r->role]);
    put_text(w->out, r->name);
    if (r->file) {
        fputs(",\"args\":{\"file\":", w->out);
        put_text(w->out, r->file);
        fprintf(w->out, ",\"line\":%" PRIu32 "}", r->line);
    }
    fputc('}', w->out);
}

static void put_leave(const chrome_writer *w, uint32_t rank, const trace_event *e)
{
    call_content *c = &w->ranks[rank].call;
    begin(w, 'E', rank, e);
    if (c->has_collective) {
        fputs(",\"args\":{", w->out);
        put_collective(w, &c->collective);
        fputc('}', w->out);
    } else if (c->has_messages) {
        fprintf(w->out, ",\"args\":{\"sent\":%" PRIu64 ",\"received\":%" PRIu64 "}", c->sent,
                c->received);
    }
    fputc('}', w->out);
    *c = (call_content){0};
}

/* An end of an arrow; it is bound to the slice around it, and found by the message's number. */
static void put_flow(const chrome_writer *w, uint32_t rank, const trace_event *e)
{
    const bool is_send = channel_is_send(e);
    channel *c = channel_of(w->channels, w->writer.definitions, rank, e);
    call_content *call = &w->ranks[rank].call;
    begin(w, is_send ? 's' : 'f', rank, e);
    fprintf(w->out,
            ",\"cat\":\"message\",\"name\":\"message\"%s,\"id\":\"%" PRIu32 ".%" PRIu32 ".%" PRIu32
            ".%" PRIu32 ".%" PRIu64 "\",\"args\":{\"bytes\":%" PRIu64 ",\"tag\":%" PRIu32 "%s}}",
            is_send ? "" : ",\"bp\":\"e\"", c->key.comm, c->key.from, c->key.to, c->key.tag,
            is_send ? c->sent++ : c->received++, e->bytes, e->tag,
            e->any_source ? ",\"any_source\":true" : "");
    call->has_messages = true;
    *(is_send ? &call->sent : &call->received) += e->bytes;
}

/* An end of a request, or a moment of it. */
static void put_request(const chrome_writer *w, char kind, uint32_t rank, const trace_event *e)
{
    begin(w, kind, rank, e);
    fprintf(w->out, ",\"cat\":\"request\",\"name\":\"request\",\"id\":\"%" PRIu32 ".%" PRIu64 "\"",
            rank, e->request);
    if (kind == 'n')
        fprintf(w->out, ",\"args\":{\"what\":\"%s\"}", trace_kind_name(e->kind));
    fputc('}', w->out);
}

/* What happens at once, and has no slice of its own. */
static void put_moment(const chrome_writer *w, uint32_t rank, const trace_event *e)
{
    begin(w, 'i', rank, e);
    fprintf(w->out,
            ",\"s\":\"t\",\"cat\":\"access\",\"name\":\"%s\",\"args\":{\"rank\":%" PRIu32
            ",\"bytes\":%" PRIu64 "}}",
            trace_kind_name(e->kind), channel_world_rank(w->writer.definitions, rank, e), e->bytes);
}

/* It is what the call around it does; without one, a slice. */
static void put_collective_end(const chrome_writer *w, uint32_t rank, const trace_event *e)
{
    chrome_rank *r = &w->ranks[rank];
    if (open_regions_is_mpi(w->writer.definitions, &r->in)) {
        r->call.has_collective = true;
        r->call.collective = *e;
        return;
    }
    trace_event began = *e;
    began.time = r->collective_began;
    began.cpu = TRACE_NO_CPU;
    begin(w, 'X', rank, &began);
    put_time(w, "dur", e->time - began.time);
    fputs(",\"cat\":\"collective\",\"name\":", w->out);
    put_text(w->out, trace_collective_name(e->collective));
    fputs(",\"args\":{", w->out);
    put_collective(w, e);
    fputs("}}", w->out);
}

static bool write_event(trace_writer *of, uint32_t rank, const trace_event *e)
{
    chrome_writer *w = (chrome_writer *)of;
    if (!open_regions_take(of->ctx, of->definitions, &w->ranks[rank].in, rank, e))
        return false;
    switch (e->kind) {
    case TRACE_ENTER:
        put_enter(w, rank, e);
        w->ranks[rank].call = (call_content){0};
        break;
    case TRACE_LEAVE:
        put_leave(w, rank, e);
        break;
    case TRACE_ISEND:
        put_request(w, 'b', rank, e);
        put_flow(w, rank, e);
        break;
    case TRACE_SEND:
    case TRACE_RECV:
        put_flow(w, rank, e);
        break;
    case TRACE_IRECV:
        put_flow(w, rank, e);
        put_request(w, 'e', rank, e);
        break;
    case TRACE_IRECV_POSTED:
        put_request(w, 'b', rank, e);
        break;
    case TRACE_ISEND_DONE:
        put_request(w, 'e', rank, e);
        break;
    case TRACE_REQUEST_CANCEL:
        put_request(w, 'n', rank, e);
        put_request(w, 'e', rank, e);
        break;
    case TRACE_REQUEST_TEST:
        put_request(w, 'n', rank, e);
        break;
    case TRACE_COLLECTIVE_BEGIN:
        w->ranks[rank].collective_began = e->time;
        break;
    case TRACE_COLLECTIVE_END:
        put_collective_end(w, rank, e);
        break;
    case TRACE_GET:
    case TRACE_PUT:
        put_moment(w, rank, e);
        break;
    case TRACE_KIND_COUNT:
        break;
    }
    return !ferror(w->out) || fail(w);
}

/* --- The whole --- */

/* Regions that have not ended do so with the rank's last event. */
static bool finish(trace_writer *of)
{
    chrome_writer *w = (chrome_writer *)of;
    for (uint32_t i = 0; i < of->definitions->rank_count; i++)
        for (int left = w->ranks[i].in.stack.count; left > 0; left--) {
            const trace_event e = {.time = w->ranks[i].in.last, .cpu = TRACE_NO_CPU};
            put_leave(w, i, &e);
        }
    fputs("\n]}\n", w->out);
    const bool is_bad = ferror(w->out) != 0;
    if (w->out == stdout)
        return (fflush(stdout) == 0 && !is_bad) || fail(w);
    return (fclose(w->out) == 0 && !is_bad) || fail(w);
}

/* As many as the clock has, from microseconds down. */
static int digits_of(uint64_t ticks_per_s)
{
    int digits = 0;
    for (long double each = 1e6L; each < (long double)ticks_per_s && digits < 9; each *= 10)
        digits++;
    return digits;
}

static void put_definitions(const chrome_writer *w)
{
    const trace *t = w->writer.definitions;
    fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n"
          "{\"ph\":\"M\",\"pid\":0,\"name\":\"process_name\",\"args\":{\"name\":",
          w->out);
    put_text(w->out, t->path);
    fputs("}}", w->out);
    for (uint32_t i = 0; i < t->rank_count; i++) {
        fprintf(w->out,
                ",\n{\"ph\":\"M\",\"pid\":0,\"tid\":%" PRIu32
                ",\"name\":\"thread_name\",\"args\":{\"name\":",
                i);
        put_text(w->out, *t->ranks[i].name ? t->ranks[i].name : "rank");
        fprintf(w->out,
                "}},\n{\"ph\":\"M\",\"pid\":0,\"tid\":%" PRIu32
                ",\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":%" PRIu32 "}}",
                i, i);
    }
}

trace_writer *trace_create_chrome(fp_context *ctx, const char *path, const trace *definitions)
{
    chrome_writer *w = ARENA_NEW(ctx->arena, chrome_writer);
    w->writer = (trace_writer){ctx, path, definitions, write_event, finish};
    w->out = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (!w->out)
        return fail(w), NULL;
    w->digits = digits_of(definitions->ticks_per_s);
    w->channels = channel_table_new(ctx->arena);
    w->ranks = ARENA_ARRAY(ctx->arena, definitions->rank_count + 1, chrome_rank);
    put_definitions(w);
    return &w->writer;
}
