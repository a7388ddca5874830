#include "support/format.h"
#include "sysmodels/file/quoted.h"
#include "sysmodels/file/word.h"
#include "sysmodels/model/compiler.h"

/* A profile as YAML: what it tells, and nothing else. */

typedef struct writer {
    fp_context *ctx;
    FILE *out;
    bool has_failed;
} writer;

static void write_text(writer *w, const char *text)
{
    w->has_failed |= !yaml_write_text(w->ctx->arena, w->out, text);
}

static void write_source(writer *w, provenance from, const char *source)
{
    fprintf(w->out, ", from: %s, source: ", provenance_name(from));
    write_text(w, source);
}

static void write_word(writer *w, const char *key, const char *word, const origin *from)
{
    if (!from->source)
        return;
    fprintf(w->out, "%s: {value: %s", key, word);
    write_source(w, from->from, from->source);
    fputs("}\n", w->out);
}

static void write_number(writer *w, double value)
{
    char text[FORMAT_SHORTEST_SIZE];
    format_shortest(value, text);
    fputs(text, w->out);
}

static void write_overhead(writer *w, const quantity *q)
{
    if (!q->is_set)
        return;
    fprintf(w->out, "call_overhead_%s: {value: ", q->unit);
    write_number(w, q->stated);
    write_source(w, q->from, q->source);
    if (q->relative_error >= 0) {
        fputs(", relative_error: ", w->out);
        write_number(w, q->relative_error);
    }
    fputs("}\n", w->out);
}

static void write_collectives(writer *w, const sag_compiler *c)
{
    bool has_begun = false;
    for (int k = 0; k < COLLECTIVE_KIND_COUNT; ++k) {
        if (!c->algorithm_origin[k].source)
            continue;
        if (!has_begun)
            fputs("collectives:\n", w->out);
        has_begun = true;
        fputs("  ", w->out);
        write_word(w, collective_kind_name((collective_kind)k),
                   collective_algorithm_name(c->algorithm[k]), &c->algorithm_origin[k]);
    }
}

static void write_ways(writer *w, const sag_compiler *c)
{
    bool has_begun = false;
    for (int k = 0; k < TOLD_PATTERN_COUNT; ++k) {
        if (!c->way_origin[k].source)
            continue;
        if (!has_begun)
            fputs("patterns:\n", w->out);
        has_begun = true;
        fputs("  ", w->out);
        write_word(w, sag_pattern_name(sag_told_pattern((told_pattern)k)),
                   pattern_way_name(c->way[k]), &c->way_origin[k]);
    }
}

bool sag_compiler_write(fp_context *ctx, const sag_compiler *c, FILE *out)
{
    writer w = {.ctx = ctx, .out = out};

    fputs("# docs/compilers.md describes the keys.\n\nschema: fpredict/compiler/1\nname: ", out);
    write_text(&w, c->name);
    fputs("\ntitle: ", out);
    write_text(&w, c->title);
    fputs("\n\n", out);
    write_word(&w, "exchange", exchange_rule_name(c->exchange), &c->exchange_origin);
    write_word(&w, "packing", packing_rule_name(c->packing), &c->packing_origin);
    write_word(&w, "messages", message_form_name(c->messages), &c->messages_origin);
    write_word(&w, "loop_order", loop_order_name(c->loops), &c->loops_origin);
    write_overhead(&w, &c->call_overhead);
    write_collectives(&w, c);
    write_ways(&w, c);
    return !w.has_failed && !ferror(out);
}
