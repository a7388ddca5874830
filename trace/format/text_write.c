#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "trace/format/source.h"
#include "trace/format/text_field.h"

typedef struct text_writer {
    trace_writer writer; /* first */
    FILE *out;
    uint64_t events;
} text_writer;

static bool fail(text_writer *w)
{
    return trace_fail(w->writer.ctx, w->writer.path, "%s", strerror(errno));
}

static const char *const role_names[TRACE_ROLE_COUNT] = {
    [TRACE_USER] = "user", [TRACE_MPI] = "mpi", [TRACE_RUNTIME] = "runtime"};

/* A name with what would end it marked. */
static void put_name(FILE *out, const char *name)
{
    fputs(" \"", out);
    for (; *name; name++) {
        if (*name == '"' || *name == '\\')
            fputc('\\', out);
        fputc(*name == '\n' ? ' ' : *name, out);
    }
    fputc('"', out);
}

static void put_comm(FILE *out, uint32_t number, const trace_comm *c)
{
    fprintf(out, "comm %" PRIu32, number);
    put_name(out, c->name);
    if (!c->ranks)
        fputs(" self", out);
    for (uint32_t i = 0; c->ranks && i < c->size; i++)
        fprintf(out, " %" PRIu32, c->ranks[i]);
    fputc('\n', out);
}

static void put_definitions(FILE *out, const trace *t)
{
    fprintf(out, TEXT_FIRST_LINE_OF_WHOLE "\nclock %" PRIu64 "\n", t->ticks_per_s);
    for (uint32_t i = 0; i < t->rank_count; i++) {
        fprintf(out, "rank %" PRIu32, i);
        put_name(out, t->ranks[i].name);
        fputc('\n', out);
    }
    for (uint32_t i = 0; i < t->region_count; i++) {
        const trace_region *r = &t->regions[i];
        fprintf(out, "region %" PRIu32 " %s", i, role_names[r->role]);
        put_name(out, r->name);
        if (r->file) {
            put_name(out, r->file);
            fprintf(out, " %" PRIu32, r->line);
        }
        fputc('\n', out);
    }
    for (uint32_t i = 0; i < t->comm_count; i++)
        put_comm(out, i, &t->comms[i]);
}

static uint64_t value_of(const trace_event *e, text_field field)
{
    switch (field) {
    case TEXT_REGION:
        return e->region;
    case TEXT_PEER:
    case TEXT_ROOT:
        return e->peer;
    case TEXT_COMM:
        return e->comm;
    case TEXT_TAG:
        return e->tag;
    case TEXT_BYTES:
        return e->bytes;
    case TEXT_RECEIVED:
        return e->received;
    case TEXT_REQUEST:
        return e->request;
    case TEXT_COLLECTIVE:
    case TEXT_ANY_SOURCE:
    case TEXT_FIELD_COUNT:
        break;
    }
    return 0;
}

static bool is_written(const trace_event *e, text_field field)
{
    if (field == TEXT_ROOT && e->peer == TRACE_NO_ROOT)
        return false;
    return (text_fields_of(e->kind) >> field & 1) && (field != TEXT_ANY_SOURCE || e->any_source);
}

static bool write_event(trace_writer *of, uint32_t rank, const trace_event *e)
{
    text_writer *w = (text_writer *)of;
    FILE *out = w->out;
    w->events++;
    fprintf(out, "%" PRIu32 " %" PRIu64 " %s", rank, e->time, trace_kind_name(e->kind));
    for (text_field f = 0; f < TEXT_FIELD_COUNT; f++) {
        if (!is_written(e, f))
            continue;
        const char *word = text_field_word(e->kind, f);
        if (f == TEXT_COLLECTIVE)
            fprintf(out, " %s", trace_collective_name(e->collective));
        else if (f == TEXT_ANY_SOURCE)
            fprintf(out, " %s", word);
        else
            fprintf(out, "%s%s %" PRIu64, word ? " " : "", word ? word : "", value_of(e, f));
    }
    if (e->cpu != TRACE_NO_CPU)
        fprintf(out, " cpu %" PRIu64, e->cpu);
    return fputc('\n', out) != EOF || fail(w);
}

static bool finish(trace_writer *of)
{
    text_writer *w = (text_writer *)of;
    fprintf(w->out, "end %" PRIu64 "\n", w->events);
    const bool is_bad = ferror(w->out) != 0;
    if (w->out == stdout)
        return (fflush(stdout) == 0 && !is_bad) || fail(w);
    return (fclose(w->out) == 0 && !is_bad) || fail(w);
}

trace_writer *trace_create_text(fp_context *ctx, const char *path, const trace *definitions)
{
    text_writer *w = ARENA_NEW(ctx->arena, text_writer);
    w->writer = (trace_writer){ctx, path, definitions, write_event, finish};
    w->out = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (!w->out)
        return fail(w), NULL;
    put_definitions(w->out, definitions);
    return &w->writer;
}
