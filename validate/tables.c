#include "validate/tables.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "support/format.h"
#include "validate/score.h"

/* Each program has a case, if only one that says why it is left out. */
static const validate_case *first_of(const page *p, int which)
{
    int i = 0;
    while (i < p->count && p->cases[i].program_index != which)
        i++;
    assert(i < p->count);
    return &p->cases[i];
}

static int scored(const page *p)
{
    int count = 0;
    for (int i = 0; i < p->count; i++)
        count += validate_is_scored(&p->cases[i]);
    return count;
}

/* --- Errors -------------------------------------------------------------------------- */

/* "N = 20 … 64". */
static const char *from_to(const page *p, const char *first, const char *last)
{
    const char *value = strstr(last, " = ");
    bool is_short = value && !strchr(last, ','); /* of one macro */
    return strcmp(first, last) == 0
               ? first
               : arena_printf(p->ctx->arena, "%s … %s", first, is_short ? value + 3 : last);
}

/* The first and the last of one program's. */
static const char *sizes_of(const page *p, int which)
{
    const char *first = NULL, *last = NULL;
    for (int i = 0; i < p->count; i++)
        if (p->cases[i].program_index == which) {
            first = first ? first : p->cases[i].size;
            last = p->cases[i].size;
        }
    return first ? from_to(p, first, last) : NULL;
}

static const char *procs_of(const page *p, int which)
{
    int least = 0, most = 0;
    for (int i = 0; i < p->count; i++)
        if (p->cases[i].program_index == which) {
            int procs = p->cases[i].processors;
            least = least == 0 || procs < least ? procs : least;
            most = procs > most ? procs : most;
        }
    return least == most ? arena_printf(p->ctx->arena, "%d", least)
                         : arena_printf(p->ctx->arena, "%d … %d", least, most);
}

/* "N = 32 … 128, on 1 … 64 processors" where that is so of all programs; else null. */
static const char *common_of(const page *p)
{
    const char *sizes = sizes_of(p, 0), *procs = procs_of(p, 0);
    for (int i = 1; i < p->programs; i++) {
        const char *other = sizes_of(p, i);
        if (!sizes || !other || strcmp(sizes, other) != 0 || strcmp(procs, procs_of(p, i)) != 0)
            return NULL;
    }
    return sizes ? arena_printf(p->ctx->arena, "%s%son %s processor%s", sizes, *sizes ? " " : "",
                                procs, strcmp(procs, "1") == 0 ? "" : "s")
                 : NULL;
}

static const char *worst_text(const page *p, int worst)
{
    /* What is shown as nothing is nowhere. */
    if (worst < 0 || validate_error(&p->cases[worst]) < 0.5e-4)
        return NULL;
    const validate_case *c = &p->cases[worst];
    if (p->is_serial) /* the table of the cases has the times */
        return page_case(p, c);
    return arena_printf(p->ctx->arena, "%s: %s, measured %s", page_case(p, c),
                        format_time(p->ctx->arena, c->predicted),
                        format_time(p->ctx->arena, validate_median(c)));
}

/* Negative: of nothing. */
static double widest_spread(const page *p, int which)
{
    double widest = -1;
    for (int i = 0; i < p->count; i++)
        if ((which < 0 || p->cases[i].program_index == which) && validate_is_scored(&p->cases[i]))
            widest = fmax(widest, validate_spread(&p->cases[i]));
    return widest;
}

static const char *spread_text(const page *p, double spread)
{
    if (spread < 0)
        return NULL;
    return arena_printf(p->ctx->arena, "±%s", page_percent(p, spread));
}

static void add_errors(const page *p, table *t, int which, bool is_common)
{
    score_errors e = score_errors_of(p->ctx->arena, p->count, p->cases, which);
    bool is_all = which < 0;
    const char *cells[] = {is_all ? "all" : first_of(p, which)->name,
                           is_all || is_common ? NULL : sizes_of(p, which),
                           is_all || is_common ? NULL : procs_of(p, which),
                           format_integer(p->ctx->arena, e.count),
                           e.count ? page_percent(p, e.least) : NULL,
                           e.count ? page_percent(p, e.median) : NULL,
                           e.count ? page_percent(p, e.most) : NULL,
                           p->is_steady ? NULL : spread_text(p, widest_spread(p, which)),
                           is_all ? NULL : worst_text(p, e.worst)};
    table_add(t, cells)->ink = is_all ? TABLE_BOLD : TABLE_PLAIN;
}

void tables_errors(const page *p)
{
    static const table_align align[] = {TABLE_LEFT,  TABLE_LEFT,  TABLE_LEFT,
                                        TABLE_RIGHT, TABLE_RIGHT, TABLE_RIGHT,
                                        TABLE_RIGHT, TABLE_RIGHT, TABLE_WRAP};
    static const char *const head[] = {"program", "sizes", "processors", "cases",           "least",
                                       "median",  "most",  "spread",     "where it is most"};
    if (scored(p) == 0)
        return;
    const char *common = common_of(p);
    table t = table_new(p->ctx->arena, 9, align);
    table_add(&t, head)->ink = TABLE_DIM;
    for (int i = 3; i < 7; i++)
        t.is_kept[i] = true;
    for (int i = 0; i < p->programs; i++)
        add_errors(p, &t, i, common != NULL);
    if (p->programs > 1)
        add_errors(p, &t, -1, common != NULL);
    page_heading(p, arena_printf(p->ctx->arena,
                                 "Error of the prediction, as a part of the measured time%s%s",
                                 common ? "; " : "", common ? common : ""));
    page_table(p, &t);
}

/* One program's times say what its median error does not: which of them are predicted too
 * long, and how they grow. */
void tables_cases(const page *p)
{
    static const table_align align[] = {TABLE_LEFT,  TABLE_LEFT,  TABLE_RIGHT,
                                        TABLE_RIGHT, TABLE_RIGHT, TABLE_RIGHT};
    static const char *const head[] = {"program", "size", "predicted", "measured", "spread", "off"};
    if (scored(p) == 0)
        return;
    table t = table_new(p->ctx->arena, 6, align);
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
            format_time(p->ctx->arena, c->predicted),
            format_time(p->ctx->arena, measured),
            spread_text(p, validate_spread(c)),
            arena_printf(p->ctx->arena, "%s%s", off < 0 ? "−" : "+", page_percent(p, fabs(off)))};
        table_add(&t, cells);
    }
    page_heading(p, "Predicted and measured");
    page_table(p, &t);
}

/* --- Ranking -------------------------------------------------------------------------- */

/* The wrong pair that is furthest apart, or the one that was not told, or else where the regret is
 * most. */
static const char *wrong_text(const page *p, const score_ranking *r)
{
    enum { SHOWN = 5 }; /* of 100,000: what is less is printed as nothing */
    if (r->preferred >= 0) {
        const validate_case *preferred = &p->cases[r->preferred], *faster = &p->cases[r->faster];
        return arena_printf(p->ctx->arena, "%s is %s %s: measured %s and %s",
                            page_case(p, preferred),
                            r->wrong ? "not faster than" : "not as fast as", faster->distribution,
                            format_time(p->ctx->arena, validate_median(preferred)),
                            format_time(p->ctx->arena, validate_median(faster)));
    }
    return 1e5 * r->regret >= SHOWN ? arena_printf(p->ctx->arena, "%s is chosen",
                                                   page_case(p, &p->cases[r->regret_case]))
                                    : NULL;
}

static bool add_ranking(const page *p, table *t, int which)
{
    score_ranking r = score_ranking_of(p->count, p->cases, which);
    if (r.choices == 0)
        return false;
    const char *cells[] = {which < 0 ? "all" : first_of(p, which)->name,
                           format_integer(p->ctx->arena, r.right),
                           format_integer(p->ctx->arena, r.tie),
                           format_integer(p->ctx->arena, r.undecided),
                           format_integer(p->ctx->arena, r.wrong),
                           arena_printf(p->ctx->arena, "%d of %d", r.best, r.choices),
                           page_percent(p, r.regret),
                           which < 0 ? NULL : wrong_text(p, &r)};
    table_add(t, cells)->ink = which < 0 ? TABLE_BOLD : TABLE_PLAIN;
    return true;
}

void tables_ranking(const page *p)
{
    static const table_align align[] = {TABLE_LEFT,  TABLE_RIGHT, TABLE_RIGHT, TABLE_RIGHT,
                                        TABLE_RIGHT, TABLE_RIGHT, TABLE_RIGHT, TABLE_WRAP};
    static const char *const head[] = {"program", "right",         "ties",   "undecided",
                                       "wrong",   "fastest found", "regret", "where it is worst"};
    table t = table_new(p->ctx->arena, 8, align);
    table_add(&t, head)->ink = TABLE_DIM;
    for (int i = 1; i < 7; i++)
        t.is_kept[i] = true;
    int rows = 0;
    for (int i = 0; i < p->programs; i++)
        rows += add_ranking(p, &t, i);
    if (rows == 0)
        return;
    if (rows > 1)
        add_ranking(p, &t, -1);
    page_heading(
        p, arena_printf(p->ctx->arena,
                        "Which distribution is faster: pairs of them, of one size on one number of "
                        "processors; ties are measured within 5 %% of each other%s; undecided are "
                        "others that are predicted alike, within 0.1 %%",
                        p->is_steady ? "" : ", or no further apart than runs differ"));
    page_table(p, &t);
}

/* --- Crossovers -------------------------------------------------------------------------- */

static const validate_case *with(const page *p, const score_crossover *x, int distribution,
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

static void add_crossover(const page *p, table *t, const score_crossover *x)
{
    const validate_case *first = with(p, x, x->first, x->measured_before);
    const validate_case *second = with(p, x, x->second, x->measured_from);
    const validate_case *predicted =
        x->predicted_from < 0 ? NULL : with(p, x, x->second, x->predicted_from);
    const char *cells[] = {
        first->name,
        first->procs,
        arena_printf(p->ctx->arena, "%s → %s", first->distribution, second->distribution),
        from_to(p, first->size, second->size),
        predicted ? predicted->size : "nowhere",
        predicted ? format_integer(p->ctx->arena, x->off) : NULL};
    bool is_near = predicted && x->off <= 1;
    table_add(t, cells)->ink = is_near ? TABLE_PLAIN : TABLE_BOLD;
}

void tables_crossovers(const page *p)
{
    static const table_align align[] = {TABLE_LEFT, TABLE_RIGHT, TABLE_LEFT,
                                        TABLE_LEFT, TABLE_LEFT,  TABLE_RIGHT};
    static const char *const head[] = {"program",  "on",        "faster, then",
                                       "measured", "predicted", "off"};
    table t = table_new(p->ctx->arena, 6, align);
    table_add(&t, head)->ink = TABLE_DIM;
    for (int i = 1; i < 6; i++)
        t.is_kept[i] = true;
    int found = 0, missed = 0, unfounded = 0;
    for (int i = 0; i < p->programs; i++) {
        score_crossovers all = score_crossovers_of(p->ctx->arena, p->count, p->cases, i);
        for (int k = 0; k < all.count; k++)
            add_crossover(p, &t, &all.at[k]);
        found += all.count;
        missed += all.missed;
        unfounded += all.unfounded;
    }
    if (found == 0 && unfounded == 0)
        return;
    page_heading(p, arena_printf(p->ctx->arena,
                                 "Where one distribution overtakes another by more than 5 %%: %s "
                                 "measured, %d of them not predicted within a step of the sizes; "
                                 "%d predicted that the measurement contradicts",
                                 format_plural(p->ctx->arena, found, "crossover", "crossovers"),
                                 missed, unfounded));
    page_table(p, &t);
}
