#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "trace/format/channel.h"
#include "trace/format/open_regions.h"
#include "trace/format/source.h"

/* Pajé (Schnorr, "Paje trace file format", version 1.2.5): a container for each rank, states for
 * regions, links for messages. Its readers want the events of all ranks in the order of time. */

typedef struct paje_writer {
    trace_writer writer; /* first */
    FILE *out;
    int digits; /* of times, behind the point */
    channel_table *channels;
    open_regions *ranks;
    uint64_t last, requests, cpus; /* what it has no place for, so often */
} paje_writer;

static bool fail(paje_writer *w)
{
    return trace_fail(w->writer.ctx, w->writer.path, "%s", strerror(errno));
}

/* The events that follow, by the numbers here. */
static const char header[] = "%EventDef PajeDefineContainerType 0\n"
                             "% Alias string\n% Type string\n% Name string\n"
                             "%EndEventDef\n"
                             "%EventDef PajeDefineStateType 1\n"
                             "% Alias string\n% Type string\n% Name string\n"
                             "%EndEventDef\n"
                             "%EventDef PajeDefineLinkType 2\n"
                             "% Alias string\n% Type string\n% StartContainerType string\n"
                             "% EndContainerType string\n% Name string\n"
                             "%EndEventDef\n"
                             "%EventDef PajeDefineEventType 3\n"
                             "% Alias string\n% Type string\n% Name string\n"
                             "%EndEventDef\n"
                             "%EventDef PajeDefineEntityValue 4\n"
                             "% Alias string\n% Type string\n% Name string\n% Color color\n"
                             "%EndEventDef\n"
                             "%EventDef PajeCreateContainer 5\n"
                             "% Time date\n% Alias string\n% Type string\n% Container string\n"
                             "% Name string\n"
                             "%EndEventDef\n"
                             "%EventDef PajeDestroyContainer 6\n"
                             "% Time date\n% Type string\n% Name string\n"
                             "%EndEventDef\n"
                             "%EventDef PajePushState 7\n"
                             "% Time date\n% Type string\n% Container string\n% Value string\n"
                             "%EndEventDef\n"
                             "%EventDef PajePopState 8\n"
                             "% Time date\n% Type string\n% Container string\n"
                             "%EndEventDef\n"
                             "%EventDef PajeStartLink 9\n"
                             "% Time date\n% Type string\n% Container string\n% Value string\n"
                             "% StartContainer string\n% Key string\n"
                             "%EndEventDef\n"
                             "%EventDef PajeEndLink 10\n"
                             "% Time date\n% Type string\n% Container string\n% Value string\n"
                             "% EndContainer string\n% Key string\n"
                             "%EndEventDef\n"
                             "%EventDef PajeNewEvent 11\n"
                             "% Time date\n% Type string\n% Container string\n% Value string\n"
                             "%EndEventDef\n"
                             "0 P 0 \"program\"\n"
                             "0 R P \"rank\"\n"
                             "1 S R \"region\"\n"
                             "2 M P R R \"message\"\n"
                             "3 C R \"collective\"\n"
                             "3 A R \"access\"\n";

/* Colours as in drawings (report/drawing.c). */
static const char *const colors[TRACE_ROLE_COUNT] = {[TRACE_USER] = "0.18 0.40 0.58",
                                                     [TRACE_MPI] = "0.94 0.64 0.19",
                                                     [TRACE_RUNTIME] = "0.55 0.55 0.55"};

/* A name in quotes, which it cannot have in itself. */
static void put_name(FILE *out, const char *name)
{
    fputc('"', out);
    for (; *name; name++)
        fputc(*name == '"' ? '\'' : *name == '\n' || *name == '\r' ? ' ' : *name, out);
    fputc('"', out);
}

static void put_time(const paje_writer *w, int number, uint64_t ticks)
{
    const long double s = (long double)ticks / (long double)w->writer.definitions->ticks_per_s;
    fprintf(w->out, "%d %.*Lf", number, w->digits, s);
}

static void put_message(paje_writer *w, uint32_t rank, const trace_event *e)
{
    const bool is_send = channel_is_send(e);
    channel *c = channel_of(w->channels, w->writer.definitions, rank, e);
    put_time(w, is_send ? 9 : 10, e->time);
    fprintf(
        w->out,
        " M p message r%" PRIu32 " %" PRIu32 ".%" PRIu32 ".%" PRIu32 ".%" PRIu32 ".%" PRIu64 "\n",
        rank, c->key.comm, c->key.from, c->key.to, c->key.tag, is_send ? c->sent++ : c->received++);
}

static bool write_event(trace_writer *of, uint32_t rank, const trace_event *e)
{
    paje_writer *w = (paje_writer *)of;
    if (!open_regions_take(of->ctx, of->definitions, &w->ranks[rank], rank, e))
        return false;
    w->last = e->time > w->last ? e->time : w->last;
    w->cpus += e->cpu != TRACE_NO_CPU;
    switch (e->kind) {
    case TRACE_ENTER:
        put_time(w, 7, e->time);
        fprintf(w->out, " S r%" PRIu32 " g%" PRIu32 "\n", rank, e->region);
        break;
    case TRACE_LEAVE:
        put_time(w, 8, e->time);
        fprintf(w->out, " S r%" PRIu32 "\n", rank);
        break;
    case TRACE_SEND:
    case TRACE_ISEND:
    case TRACE_RECV:
    case TRACE_IRECV:
        put_message(w, rank, e);
        break;
    case TRACE_COLLECTIVE_END:
        put_time(w, 11, e->time);
        fprintf(w->out, " C r%" PRIu32 " %s\n", rank, trace_collective_name(e->collective));
        break;
    case TRACE_GET:
    case TRACE_PUT:
        put_time(w, 11, e->time);
        fprintf(w->out, " A r%" PRIu32 " %s\n", rank, trace_kind_name(e->kind));
        break;
    case TRACE_IRECV_POSTED:
    case TRACE_ISEND_DONE:
    case TRACE_REQUEST_CANCEL:
    case TRACE_REQUEST_TEST:
        w->requests++;
        break;
    case TRACE_COLLECTIVE_BEGIN:
    case TRACE_KIND_COUNT:
        break;
    }
    return !ferror(w->out) || fail(w);
}

static void say_what_is_missing(const paje_writer *w)
{
    diag_list *diags = w->writer.ctx->diags;
    if (w->requests || w->cpus)
        diag_report(diags, DIAG_WARNING, "trace", (source_range){0},
                    "'%s': Paj\xc3\xa9 has no place for sizes and tags%s%s: they are left out",
                    w->writer.path, w->requests ? ", when requests begin and end" : "",
                    w->cpus ? ", processor times" : "");
}

static bool finish(trace_writer *of)
{
    paje_writer *w = (paje_writer *)of;
    for (uint32_t i = 0; i < of->definitions->rank_count; i++) {
        for (int left = w->ranks[i].stack.count; left > 0; left--) {
            put_time(w, 8, w->last);
            fprintf(w->out, " S r%" PRIu32 "\n", i);
        }
        put_time(w, 6, w->last);
        fprintf(w->out, " R r%" PRIu32 "\n", i);
    }
    put_time(w, 6, w->last);
    fputs(" P p\n", w->out);
    say_what_is_missing(w);
    const bool is_bad = ferror(w->out) != 0;
    if (w->out == stdout)
        return (fflush(stdout) == 0 && !is_bad) || fail(w);
    return (fclose(w->out) == 0 && !is_bad) || fail(w);
}

/* As many digits as the clock has. */
static int digits_of(uint64_t ticks_per_s)
{
    int digits = 0;
    for (long double each = 1; each < (long double)ticks_per_s && digits < 15; each *= 10)
        digits++;
    return digits;
}

static void put_definitions(const paje_writer *w)
{
    const trace *t = w->writer.definitions;
    fputs(header, w->out);
    for (uint32_t i = 0; i < t->region_count; i++) {
        fprintf(w->out, "4 g%" PRIu32 " S ", i);
        put_name(w->out, t->regions[i].name);
        fprintf(w->out, " \"%s\"\n", colors[t->regions[i].role]);
    }
    put_time(w, 5, 0);
    fputs(" p P 0 ", w->out);
    put_name(w->out, t->path);
    fputc('\n', w->out);
    for (uint32_t i = 0; i < t->rank_count; i++) {
        put_time(w, 5, 0);
        fprintf(w->out, " r%" PRIu32 " R p \"rank %" PRIu32 "\"\n", i, i);
    }
}

trace_writer *trace_create_paje(fp_context *ctx, const char *path, const trace *definitions)
{
    paje_writer *w = ARENA_NEW(ctx->arena, paje_writer);
    w->writer = (trace_writer){ctx, path, definitions, write_event, finish};
    w->out = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (!w->out)
        return fail(w), NULL;
    w->digits = digits_of(definitions->ticks_per_s);
    w->channels = channel_table_new(ctx->arena);
    w->ranks = ARENA_ARRAY(ctx->arena, definitions->rank_count + 1, open_regions);
    put_definitions(w);
    return &w->writer;
}
