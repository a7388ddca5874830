/* The tables that people read: errors, ranking, crossovers, and what is not in them. */

#include <math.h>
#include <string.h>

#include "report/subject.h"
#include "report/table.h"
#include "report/text.h"
#include "support/format.h"
#include "validate/score.h"

typedef struct printer {
    fp_context *ctx;
    FILE *out;
    int count;
    const validate_case *cases;
    int programs;
    bool is_serial;
    report_style style;
} printer;

static arena *memory(const printer *p)
{
    return p->ctx->arena;
}

/* Of fractions that may be nothing at all: "0.00 %", "0.31 %", "12.5 %". */
static const char *percent(const printer *p, double fraction)
{
    double value = 100 * fraction;
    return arena_printf(memory(p), "%.*f %%", value < 9.995 ? 2 : 1, value);
}

static const validate_case *first_of(const printer *p, int which)
{
    for (int i = 0; i < p->count; i++)
        if (p->cases[i].program_index == which)
            return &p->cases[i];
    return NULL;
}

static void print_heading(const printer *p, const char *text)
{
    fputc('\n', p->out);
    style_on(p->out, p->style, STYLE_BOLD);
    text_paragraph(p->ctx, p->out, "", 0, text, p->style.width);
    style_off(p->out, p->style);
    fputc('\n', p->out);
}

/* --- Errors -------------------------------------------------------------------------- */

/* "N = 20 … 64", the first and the last. */
static const char *sizes_of(const printer *p, int which)
{
    const char *first = NULL, *last = NULL;
    for (int i = 0; i < p->count; i++)
        if (p->cases[i].program_index == which) {
            first = first ? first : p->cases[i].size;
            last = p->cases[i].size;
        }
    if (!first || strcmp(first, last) == 0)
        return first;
    const char *value = strstr(last, " = ");
    return arena_printf(memory(p), "%s … %s", first, value ? value + 3 : last);
}

static const char *procs_of(const printer *p, int which)
{
    int least = 0, most = 0;
    for (int i = 0; i < p->count; i++)
        if (p->cases[i].program_index == which) {
            int procs = p->cases[i].processors;
            least = least == 0 || procs < least ? procs : least;
            most = procs > most ? procs : most;
        }
    return least == most ? arena_printf(memory(p), "%d", least)
                         : arena_printf(memory(p), "%d … %d", least, most);
}

static const char *case_text(const printer *p, const validate_case *c)
{
    if (p->is_serial)
        return *c->size ? c->size : "as it is";
    return arena_printf(memory(p), "%s%s%s, on %s", c->distribution, *c->size ? ", " : "", c->size,
                        c->procs);
}

static const char *worst_text(const printer *p, int worst)
{
    if (worst < 0)
        return NULL;
    const validate_case *c = &p->cases[worst];
    if (p->is_serial) /* the table of the cases has the times */
        return case_text(p, c);
    return arena_printf(memory(p), "%s: %s, measured %s", case_text(p, c),
                        format_time(memory(p), c->predicted),
                        format_time(memory(p), validate_median(c)));
}

static double widest_spread(const printer *p, int which)
{
    double widest = 0;
    for (int i = 0; i < p->count; i++)
        if ((which < 0 || p->cases[i].program_index == which) && validate_is_scored(&p->cases[i]))
            widest = fmax(widest, validate_spread(&p->cases[i]));
    return widest;
}

static void add_errors(const printer *p, table *t, int which)
{
    score_errors e = score_errors_of(memory(p), p->count, p->cases, which);
    bool is_all = which < 0;
    const char *cells[] = {is_all ? "all" : first_of(p, which)->name,
                           is_all ? NULL : sizes_of(p, which),
                           is_all ? NULL : procs_of(p, which),
                           format_integer(memory(p), e.count),
                           e.count ? percent(p, e.least) : NULL,
                           e.count ? percent(p, e.median) : NULL,
                           e.count ? percent(p, e.most) : NULL,
                           arena_printf(memory(p), "±%s", percent(p, widest_spread(p, which))),
                           is_all ? NULL : worst_text(p, e.worst)};
    table_add(t, cells)->ink = is_all ? TABLE_BOLD : TABLE_PLAIN;
}

static void print_errors(const printer *p)
{
    static const table_align align[] = {TABLE_LEFT,  TABLE_LEFT,  TABLE_LEFT,
                                        TABLE_RIGHT, TABLE_RIGHT, TABLE_RIGHT,
                                        TABLE_RIGHT, TABLE_RIGHT, TABLE_WRAP};
    static const char *const head[] = {"program", "sizes", "processors", "cases",           "least",
                                       "median",  "most",  "spread",     "where it is most"};
    table t = table_new(memory(p), 9, align);
    table_add(&t, head)->ink = TABLE_DIM;
    for (int i = 3; i < 7; i++)
        t.is_kept[i] = true;
    for (int i = 0; i < p->programs; i++)
        add_errors(p, &t, i);
    if (p->programs > 1)
        add_errors(p, &t, -1);
    print_heading(p, "Error of the prediction, as a part of the measured time");
    table_print(&t, p->out, "  ", p->style.width, p->style.color);
}

/* One program's times say what its median error does not: which of them are predicted too
 * long, and how they grow. */
static void print_cases(const printer *p)
{
    static const table_align align[] = {TABLE_LEFT,  TABLE_LEFT,  TABLE_RIGHT,
                                        TABLE_RIGHT, TABLE_RIGHT, TABLE_RIGHT};
    static const char *const head[] = {"program", "size", "predicted", "measured", "spread", "off"};
    table t = table_new(memory(p), 6, align);
    table_add(&t, head)->ink = TABLE_DIM;
    for (int i = 2; i < 6; i++)
        t.is_kept[i] = true;
    for (int i = 0; i < p->count; i++) {
        const validate_case *c = &p->cases[i];
        if (!validate_is_scored(c))
            continue;
        double measured = validate_median(c), off = (c->predicted - measured) / measured;
        const char *cells[] = {
            c->name,
            c->size,
            format_time(memory(p), c->predicted),
            format_time(memory(p), measured),
            arena_printf(memory(p), "±%s", percent(p, validate_spread(c))),
            arena_printf(memory(p), "%s%s", off < 0 ? "−" : "+", percent(p, fabs(off)))};
        table_add(&t, cells);
    }
    print_heading(p, "Predicted and measured");
    table_print(&t, p->out, "  ", p->style.width, p->style.color);
}

/* --- Ranking -------------------------------------------------------------------------- */

static bool add_ranking(const printer *p, table *t, int which)
{
    score_ranking r = score_ranking_of(p->count, p->cases, which);
    if (r.choices == 0)
        return false;
    const char *where = r.regret > 0 && which >= 0 ? case_text(p, &p->cases[r.regret_case]) : NULL;
    const char *cells[] = {which < 0 ? "all" : first_of(p, which)->name,
                           format_integer(memory(p), r.right),
                           format_integer(memory(p), r.tie),
                           format_integer(memory(p), r.wrong),
                           arena_printf(memory(p), "%d of %d", r.best, r.choices),
                           percent(p, r.regret),
                           where};
    table_add(t, cells)->ink = which < 0 ? TABLE_BOLD : TABLE_PLAIN;
    return true;
}

static void print_ranking(const printer *p)
{
    static const table_align align[] = {TABLE_LEFT,  TABLE_RIGHT, TABLE_RIGHT, TABLE_RIGHT,
                                        TABLE_RIGHT, TABLE_RIGHT, TABLE_WRAP};
    static const char *const head[] = {
        "program", "right", "ties", "wrong", "fastest found", "regret", "chosen where it is most"};
    table t = table_new(memory(p), 7, align);
    table_add(&t, head)->ink = TABLE_DIM;
    for (int i = 1; i < 6; i++)
        t.is_kept[i] = true;
    int rows = 0;
    for (int i = 0; i < p->programs; i++)
        rows += add_ranking(p, &t, i);
    if (rows == 0)
        return;
    if (rows > 1)
        add_ranking(p, &t, -1);
    print_heading(p, "Which distribution is faster: pairs of them, of one size on one number of "
                     "processors; ties are measured within 5 % of each other");
    table_print(&t, p->out, "  ", p->style.width, p->style.color);
}

/* --- Crossovers -------------------------------------------------------------------------- */

static const validate_case *with(const printer *p, const score_crossover *x, int distribution,
                                 int size)
{
    for (int i = 0; i < p->count; i++) {
        const validate_case *c = &p->cases[i];
        if (c->program_index == x->program && c->procs_index == x->procs &&
            c->distribution_index == distribution && (size < 0 || c->size_index == size))
            return c;
    }
    return NULL;
}

static void add_crossover(const printer *p, table *t, const score_crossover *x)
{
    const validate_case *first = with(p, x, x->first, x->measured_before);
    const validate_case *second = with(p, x, x->second, x->measured_from);
    const validate_case *predicted =
        x->predicted_from < 0 ? NULL : with(p, x, x->second, x->predicted_from);
    const char *cells[] = {
        first->name,
        first->procs,
        arena_printf(memory(p), "%s, then %s", first->distribution, second->distribution),
        arena_printf(memory(p), "%s … %s", first->size, second->size),
        predicted ? arena_printf(memory(p), "from %s", predicted->size) : "nowhere",
        predicted ? format_plural(memory(p), x->off, "step", "steps") : NULL};
    bool is_near = predicted && x->off <= 1;
    table_add(t, cells)->ink = is_near ? TABLE_PLAIN : TABLE_BOLD;
}

static void print_crossovers(const printer *p)
{
    static const table_align align[] = {TABLE_LEFT, TABLE_RIGHT, TABLE_LEFT,
                                        TABLE_LEFT, TABLE_LEFT,  TABLE_RIGHT};
    static const char *const head[] = {"program",          "processors", "faster",
                                       "measured between", "predicted",  "off"};
    table t = table_new(memory(p), 6, align);
    table_add(&t, head)->ink = TABLE_DIM;
    for (int i = 2; i < 6; i++)
        t.is_kept[i] = true;
    int found = 0, missed = 0, unfounded = 0;
    for (int i = 0; i < p->programs; i++) {
        score_crossovers all = score_crossovers_of(memory(p), p->count, p->cases, i);
        for (int k = 0; k < all.count; k++)
            add_crossover(p, &t, &all.at[k]);
        found += all.count;
        missed += all.missed;
        unfounded += all.unfounded;
    }
    if (found == 0 && unfounded == 0)
        return;
    print_heading(p, arena_printf(memory(p),
                                  "Where one distribution overtakes another by more than 5 %%: %s "
                                  "measured, %d of them not predicted within a step of the sizes; "
                                  "%d predicted that the measurement contradicts",
                                  format_plural(memory(p), found, "crossover", "crossovers"),
                                  missed, unfounded));
    table_print(&t, p->out, "  ", p->style.width, p->style.color);
}

/* --- The rest ------------------------------------------------------------------------------ */

static void print_left_out(const printer *p)
{
    int left_out = 0;
    for (int i = 0; i < p->count; i++)
        left_out += !validate_is_scored(&p->cases[i]);
    if (left_out == 0)
        return;
    print_heading(p, arena_printf(memory(p), "Left out: %s",
                                  format_plural(memory(p), left_out, "case", "cases")));
    for (int i = 0; i < p->count; i++) {
        const validate_case *c = &p->cases[i];
        if (validate_is_scored(c))
            continue;
        text_paragraph(p->ctx, p->out, "  ", 0,
                       arena_printf(memory(p), "%s %s: %s", c->name, case_text(p, c),
                                    c->why ? c->why : "was not run"),
                       p->style.width);
    }
}

static void print_subject(const printer *p, const validate_subject *s)
{
    int most = 0;
    for (int i = 0; i < p->count; i++)
        most = p->cases[i].run_count > most ? p->cases[i].run_count : most;
    const char *runs = most > 1
                           ? arena_printf(memory(p),
                                          "The median of %d runs counts; the spread is half "
                                          "the distance of their extremes, where it is widest.",
                                          most)
                           : "Each case was run once.";
    style_on(p->out, p->style, STYLE_BOLD);
    fprintf(p->out, "%s", format_plural(memory(p), p->programs, "program", "programs"));
    style_off(p->out, p->style);
    fprintf(p->out, " on %s (%s)\n", s->machine, s->title);
    text_paragraph(p->ctx, p->out, "", 0,
                   s->is_serial
                       ? arena_printf(memory(p),
                                      "The sources as they stand, directives ignored, compiled by: "
                                      "%s.%s%s%s %s",
                                      s->mpicc, *s->mpirun ? " Run under: " : "", s->mpirun,
                                      *s->mpirun ? "." : "", runs)
                       : arena_printf(memory(p), "Run by: %s. %s %s", s->mpirun,
                                      s->is_injected
                                          ? "Computation takes the time that the machine file says "
                                            "of what the program has counted while it ran."
                                          : "Computation is real.",
                                      runs),
                   p->style.width);
}

void validate_print(fp_context *ctx, FILE *out, const validate_subject *subject, int count,
                    const validate_case *cases, report_style style)
{
    printer p = {ctx, out, count, cases, 0, subject->is_serial, style};
    for (int i = 0; i < count; i++)
        if (cases[i].program_index >= p.programs)
            p.programs = cases[i].program_index + 1;
    print_subject(&p, subject);
    if (p.is_serial)
        print_cases(&p);
    print_errors(&p);
    print_ranking(&p);
    print_crossovers(&p);
    print_left_out(&p);
}
