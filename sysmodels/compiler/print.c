#include "support/fold.h"
#include "support/utf8.h"
#include "sysmodels/file/word.h"
#include "sysmodels/model/compiler.h"

/* Compilers as a table, a line each, and one with its provenance. */

enum { COLUMN_COUNT = 6 };

static const char *exchange_text(const sag_compiler *c)
{
    return c->exchange_origin.source ? exchange_rule_name(c->exchange) : "machine's";
}

static const char *packing_text(const sag_compiler *c)
{
    return c->packing_origin.source ? packing_rule_name(c->packing) : "machine's";
}

static const char *overhead_text(arena *a, const sag_compiler *c)
{
    const quantity *q = &c->call_overhead;
    if (!q->is_set)
        return "machine's";
    return arena_printf(a, "%.6g %s", q->stated, q->unit[0] == 'u' ? "µs" : q->unit);
}

/* "broadcast binomial, reduce ring": those that are told. */
static const char *collectives_text(arena *a, const sag_compiler *c)
{
    const char *text = NULL;
    for (int k = 0; k < COLLECTIVE_KIND_COUNT; ++k)
        if (c->algorithm_origin[k].source)
            text = arena_printf(a, "%s%s%s %s", text ? text : "", text ? ", " : "",
                                collective_kind_name((collective_kind)k),
                                collective_algorithm_name(c->algorithm[k]));
    return text ? text : "machine's";
}

static void fill(arena *a, const sag_compiler *c, const char **cells)
{
    cells[0] = c->name;
    cells[1] = exchange_text(c);
    cells[2] = packing_text(c);
    cells[3] = overhead_text(a, c);
    cells[4] = collectives_text(a, c);
    cells[5] = c->title;
}

/* The title goes where there is no room, and then the collectives and what a call takes. */
static void make_room(int *width, int room)
{
    static const int goes[] = {5, 4, 3};
    int all = 2 * (COLUMN_COUNT - 1);
    for (int k = 0; k < COLUMN_COUNT; ++k)
        all += width[k];
    for (size_t i = 0; all > room && i < sizeof goes / sizeof *goes; ++i) {
        all -= width[goes[i]] + 2;
        width[goes[i]] = 0;
    }
}

void sag_compiler_print_table(fp_context *ctx, int count, const sag_compiler *const *compilers,
                              FILE *out, int room)
{
    static const char *const head[COLUMN_COUNT] = {"compiler", "exchange",    "packing",
                                                   "a call",   "collectives", ""};
    const char **cells = ARENA_ARRAY(ctx->arena, (count + 1) * COLUMN_COUNT, const char *);
    int width[COLUMN_COUNT] = {0};

    for (int k = 0; k < COLUMN_COUNT; ++k)
        cells[k] = head[k];
    for (int i = 0; i < count; ++i)
        fill(ctx->arena, compilers[i], cells + (i + 1) * COLUMN_COUNT);
    for (int i = 0; i < (count + 1) * COLUMN_COUNT; ++i)
        if (utf8_columns(cells[i]) > width[i % COLUMN_COUNT])
            width[i % COLUMN_COUNT] = utf8_columns(cells[i]);
    make_room(width, room);
    for (int i = 0; i < count + 1; ++i) {
        int owed = 0; /* blanks before what comes next */
        for (int k = 0; k < COLUMN_COUNT; ++k) {
            const char *cell = cells[i * COLUMN_COUNT + k];
            if (!width[k] || !*cell)
                continue;
            fprintf(out, "%*s%s", owed, "", cell);
            owed = 2 + width[k] - utf8_columns(cell);
        }
        fputc('\n', out);
    }
}

/* ---- one of them ---- */

typedef struct printer {
    arena *arena;
    FILE *out;
    int width;
} printer;

/* A value with where it is from, and its source in the lines below. */
static void print_value(const printer *p, const char *name, const char *value, const origin *from)
{
    enum { VALUE_BEGIN = 16, SOURCE_BEGIN = 6 };
    int gap = VALUE_BEGIN - 2 - utf8_columns(name);

    fprintf(p->out, "  %s%*s%s", name, gap, "", value);
    if (!from->source) {
        fputc('\n', p->out);
        return;
    }
    fprintf(p->out, "  %s\n", provenance_name(from->from));
    fold_words(p->out, from->source, 0, SOURCE_BEGIN, p->width);
}

void sag_compiler_print(fp_context *ctx, const sag_compiler *c, FILE *out, int width)
{
    static const char absent[] = "as the machine's file says";
    printer p = {ctx->arena, out, width};
    origin overhead = {c->call_overhead.from, c->call_overhead.source};

    fprintf(out, "%s · %s\n%s\n\n", c->name, c->title, c->path);
    print_value(&p, "exchange", c->exchange_origin.source ? exchange_text(c) : absent,
                &c->exchange_origin);
    print_value(&p, "packing", c->packing_origin.source ? packing_text(c) : absent,
                &c->packing_origin);
    print_value(&p, "call overhead", c->call_overhead.is_set ? overhead_text(p.arena, c) : absent,
                &overhead);
    print_value(&p, "messages",
                c->messages_origin.source ? message_form_name(c->messages) : "vectors",
                &c->messages_origin);
    print_value(&p, "loop order", c->loops_origin.source ? loop_order_name(c->loops) : "source",
                &c->loops_origin);
    for (int k = 0; k < TOLD_PATTERN_COUNT; ++k)
        print_value(&p, sag_pattern_name(sag_told_pattern((told_pattern)k)),
                    c->way_origin[k].source ? pattern_way_name(c->way[k]) : absent,
                    &c->way_origin[k]);
    for (int k = 0; k < COLLECTIVE_KIND_COUNT; ++k)
        print_value(&p, collective_kind_name((collective_kind)k),
                    c->algorithm_origin[k].source ? collective_algorithm_name(c->algorithm[k])
                                                  : absent,
                    &c->algorithm_origin[k]);
    fputc('\n', out);
    fold_words(out,
               "A call is the software of a message, on each side. docs/machines.md lists the "
               "papers, docs/compilers.md says what the words mean.",
               0, 0, width);
}
