#include "report/model_fit.h"

#include <math.h>
#include <string.h>

#include "report/subject.h"
#include "report/table.h"
#include "report/text.h"
#include "support/format.h"

/* "76 µs": in the unit that the file has, times a factor. */
static const char *stated_text(arena *a, const quantity *q, double factor)
{
    const char *unit = strcmp(q->unit, "us") == 0 ? "µs" : q->unit;
    if (isnan(factor))
        return NULL;
    return arena_printf(a, "%s%s%s", format_number(a, q->stated * factor), *unit ? " " : "", unit);
}

static const char *interval_text(arena *a, const quantity *q, double low, double high)
{
    if (isnan(low) || isnan(high))
        return NULL;
    return arena_printf(a, "%s … %s", format_number(a, q->stated * low), stated_text(a, q, high));
}

bool fitted_range(double low, double high, double other_low, double other_high, double *least,
                  double *most)
{
    *least = fmax(fmin(low, other_low), 0); /* either may be NaN, which these leave out */
    *most = fmax(high, other_high);
    return !(isnan(low) && isnan(other_low));
}

/* "cube.node.processing, 18 values": those of a set, where they are many. */
static const char *many_text(arena *a, const model_fit_report *r, int count, const int *values)
{
    const char *first = r->values[values[0]].value->path;
    size_t same = strlen(first);
    for (int i = 1; i < count; i++)
        while (strncmp(first, r->values[values[i]].value->path, same) != 0)
            same--;
    while (same > 0 && first[same - 1] != '.')
        same--;
    return same ? arena_printf(a, "%.*s, %d values", (int)same - 1, first, count)
                : arena_printf(a, "%d values", count);
}

/* The values of a fitted set, by their place; returns how many. */
static int members_of(const model_fit_report *r, int set, int *values)
{
    int count = 0;
    for (int i = 0; i < r->value_count; i++)
        if (r->values[i].state == VALUE_FITTED && r->values[i].set == set)
            values[count++] = i;
    return count;
}

/* The interval of a value in all choices; of a set, of all its values. */
static const char *range_text(arena *a, const model_fit_report *r, const quantity *q, int count,
                              const int *values)
{
    double least = NAN, most = NAN;
    for (int i = 0; i < count; i++) {
        const fitted_value *v = &r->values[values[i]];
        double low, high;
        if (!fitted_range(v->low, v->high, v->other_low, v->other_high, &low, &high))
            return NULL;
        least = fmin(least, low);
        most = fmax(most, high);
    }
    return interval_text(a, q, least, most);
}

/* A set in one line, where it has many values, or a line each. */
static void add_set(arena *a, const model_fit_report *r, int set, table *t)
{
    enum { SHOWN = 3 };
    static const quantity whole = {.stated = 1, .unit = ""};
    int *values = ARENA_ARRAY(a, r->value_count, int);
    const int count = members_of(r, set, values);
    for (int i = 0; i < count; i++) {
        const fitted_value *v = &r->values[values[i]];
        const bool is_many = count > SHOWN;
        const quantity *as = is_many ? &whole : v->value;
        const char *cells[] = {is_many ? NULL : stated_text(a, v->value, 1),
                               is_many ? NULL : stated_text(a, v->value, v->factor),
                               format_number(a, v->factor),
                               interval_text(a, as, fmax(v->low, 0), v->high),
                               r->choice_count > 1 ? range_text(a, r, as, is_many ? count : 1,
                                                                &values[is_many ? 0 : i])
                                                   : NULL,
                               is_many ? many_text(a, r, count, values) : v->value->path};
        table_add(t, cells);
        if (is_many)
            return;
    }
}

static void print_values(fp_context *ctx, FILE *out, const model_fit_report *r, report_style style)
{
    static const table_align align[] = {TABLE_UNIT, TABLE_UNIT, TABLE_RIGHT,
                                        TABLE_LEFT, TABLE_LEFT, TABLE_LEFT};
    arena *a = ctx->arena;
    const char *level = arena_printf(a, "%g %%", 100 * r->level);
    table t = table_new(a, 6, align);
    table_add(&t,
              (const char *const[]){
                  "machine file", "fitted", "factor",
                  r->choice_count > 1 ? arena_printf(a, "%s, if these", level) : level,
                  r->choice_count > 1 ? arena_printf(a, "%s of all", level) : NULL, "value"})
        ->ink = TABLE_DIM;
    for (int set = 0; set < r->factor_count; set++)
        add_set(a, r, set, &t);
    if (r->factor_count > 0)
        table_print(&t, out, "  ", style.width, style.color);
}

/* The values that are not fitted for one reason, in a sentence. */
static void print_others(fp_context *ctx, FILE *out, const model_fit_report *r, fitted_state state,
                         const char *sentence, report_style style)
{
    VEC(const char *) names = {0};
    for (int i = 0; i < r->value_count; i++)
        if (r->values[i].state == state)
            VEC_PUSH(ctx->arena, &names, r->values[i].value->path);
    if (names.count == 0)
        return;
    text_paragraph(ctx, out, "  ", 0,
                   arena_printf(ctx->arena, "%s: %s.", sentence,
                                format_list(ctx->arena, names.count, names.data, "and")),
                   style.width);
}

/* Values that share a factor are not told apart. */
static void print_shared(fp_context *ctx, FILE *out, const model_fit_report *r, report_style style)
{
    int *values = ARENA_ARRAY(ctx->arena, r->value_count, int);
    for (int set = 0; set < r->factor_count; set++)
        if (members_of(r, set, values) > 1) {
            text_paragraph(ctx, out, "  ", 0,
                           "Values with the same factor are not told apart by these runs, or "
                           "not by enough: they are fitted together.",
                           style.width);
            return;
        }
}

static void add_choice(arena *a, const model_fit_report *r, const fitted_choice *c, table *t)
{
    enum { SHOWN = 2 };
    static const quantity whole = {.stated = 1, .unit = ""};
    for (int k = 0; k < c->count; k++) {
        const fitted_set *s = &c->sets[k];
        const char *names[SHOWN];
        for (int i = 0; i < s->count && i < SHOWN; i++)
            names[i] = r->values[s->values[i]].value->path;
        const char *cells[] = {k == 0 ? format_percent(a, c->spread) : "and",
                               format_number(a, s->factor),
                               interval_text(a, &whole, s->low, s->high),
                               s->count > SHOWN ? many_text(a, r, s->count, s->values)
                                                : format_list(a, s->count, names, "and")};
        table_add(t, cells);
    }
}

/* Other values than the fitted ones that would describe the runs as well. */
static void print_choices(fp_context *ctx, FILE *out, const model_fit_report *r, report_style style)
{
    static const table_align align[] = {TABLE_RIGHT, TABLE_RIGHT, TABLE_LEFT, TABLE_WRAP};
    enum { SHOWN = 6 };
    arena *a = ctx->arena;
    if (r->choice_count < 2)
        return;
    text_paragraph(
        ctx, out, "  ", 0,
        arena_printf(
            a,
            "Which values differ the runs do not tell: these describe them as well, off by "
            "as much as chance may make it%s. The intervals of all, and those of "
            "predictions, hold whichever it is.",
            r->choice_count - 1 > SHOWN
                ? arena_printf(a, ", and so do %d more choices", r->choice_count - 1 - SHOWN)
                : ""),
        style.width);
    table t = table_new(a, 4, align);
    table_add(&t, (const char *const[]){"off", "factor", arena_printf(a, "%g %%", 100 * r->level),
                                        "instead"})
        ->ink = TABLE_DIM;
    for (int i = 0; i < r->other_count && i < SHOWN; i++)
        add_choice(a, r, &r->others[i], &t);
    table_print(&t, out, "  ", style.width, style.color);
}

static const char *off_text(arena *a, double time, double measured)
{
    const double off = 100 * (time - measured) / measured;
    const char *sign = off < -0.05 ? "−" : off > 0.05 ? "+" : "";
    if (fabs(off) >= 1e9)
        return arena_printf(a, "%s%s", sign, format_percent(a, fabs(off) / 100));
    return isnan(off) ? NULL : arena_printf(a, "%s%.1f %%", sign, fabs(off));
}

static void print_points(fp_context *ctx, FILE *out, const model_fit_report *r, report_style style)
{
    enum { SHOWN = 6, AFTER = 6 };
    arena *a = ctx->arena;
    const int names = r->name_count < SHOWN ? r->name_count : SHOWN;
    table_align align[SHOWN + AFTER];
    const char *cells[SHOWN + AFTER];
    static const char *const head[AFTER] = {"measured", "machine file", "off",
                                            "fitted",   "off",          "weight"};
    for (int k = 0; k < names + AFTER; k++) {
        align[k] = k < names || (k - names) % 2 == 0 ? TABLE_RIGHT : TABLE_UNIT;
        cells[k] = k < names ? r->names[k] : head[k - names];
    }
    align[names] = align[names + 1] = align[names + 3] = TABLE_UNIT;
    align[names + 2] = align[names + 4] = align[names + 5] = TABLE_RIGHT;
    table t = table_new(a, names + AFTER, align);
    table_add(&t, cells)->ink = TABLE_DIM;
    for (int i = 0; i < r->run_count; i++) {
        const fitted_point *p = &r->points[i];
        for (int k = 0; k < names; k++)
            cells[k] = p->values[k];
        cells[names] = format_time(a, p->measured);
        cells[names + 1] = format_time(a, p->before);
        cells[names + 2] = off_text(a, p->before, p->measured);
        cells[names + 3] = format_time(a, p->time);
        cells[names + 4] = off_text(a, p->time, p->measured);
        cells[names + 5] = p->weight < 0.995 ? format_number(a, p->weight) : NULL;
        table_add(&t, cells);
    }
    fputc('\n', out);
    table_print(&t, out, "  ", style.width, style.color);
}

static void print_predictions(fp_context *ctx, FILE *out, const model_fit_report *r,
                              report_style style)
{
    enum { SHOWN = 6, AFTER = 3 };
    arena *a = ctx->arena;
    const int names = r->name_count < SHOWN ? r->name_count : SHOWN;
    table_align align[SHOWN + AFTER];
    const char *cells[SHOWN + AFTER];
    for (int k = 0; k < names; k++) {
        align[k] = TABLE_RIGHT;
        cells[k] = r->names[k];
    }
    align[names] = align[names + 1] = TABLE_UNIT;
    align[names + 2] = TABLE_LEFT;
    cells[names] = "machine file";
    cells[names + 1] = "fitted";
    cells[names + 2] = arena_printf(a, "%g %% of runs", 100 * r->level);
    table t = table_new(a, names + AFTER, align);
    table_add(&t, cells)->ink = TABLE_DIM;
    for (int i = 0; i < r->prediction_count; i++) {
        const fitted_point *p = &r->predictions[i];
        for (int k = 0; k < names; k++)
            cells[k] = p->values[k];
        cells[names] = format_time(a, p->before);
        cells[names + 1] = format_time(a, p->time);
        double low, high;
        cells[names + 2] =
            fitted_range(p->low, p->high, p->other_low, p->other_high, &low, &high)
                ? arena_printf(a, "%s … %s", format_time(a, low), format_time(a, high))
                : "not known";
        table_add(&t, cells);
    }
    if (r->prediction_count == 0)
        return;
    fputc('\n', out);
    table_print(&t, out, "  ", style.width, style.color);
}

/* How far a point is off when it is left out of the fit. */
static const char *left_out_text(arena *a, const model_fit_report *r)
{
    double squares = 0, most = 0;
    int worst = 0;
    for (int i = 0; i < r->run_count; i++) {
        const fitted_point *p = &r->points[i];
        const double off = (p->left_out - p->measured) / p->measured;
        if (isnan(off))
            return " A fit without the runs of one point cannot be made for each.";
        squares += off * off / r->run_count;
        if (fabs(off) > most) {
            most = fabs(off);
            worst = i;
        }
    }
    if (most < 1e-3)
        return " Fits to all points but one are off by < 0.1 % there.";
    const char *at = "";
    for (int k = 0; k < r->name_count; k++)
        at = arena_printf(a, "%s%s%s = %s", at, *at ? ", " : "", r->names[k],
                          r->points[worst].values[k]);
    return arena_printf(a,
                        " Fits to all points but one are off by %s there (root of the mean "
                        "square), at most %s (%s).",
                        format_percent(a, sqrt(squares)), format_percent(a, most), at);
}

static void print_quality(fp_context *ctx, FILE *out, const model_fit_report *r, report_style style)
{
    arena *a = ctx->arena;
    const char *text =
        isnan(r->spread)
            ? "There are as many factors as runs: nothing says how good they are, and there are no "
              "intervals."
            : arena_printf(a, "Runs are off by %s (standard deviation, %s of freedom%s).",
                           format_percent(a, r->spread),
                           format_plural(a, r->freedom, "degree", "degrees"),
                           r->is_robust ? "; runs that stand apart count less" : "");
    if (r->factor_count > 0 && r->freedom > 0)
        text = arena_printf(a, "%s%s", text, left_out_text(a, r));
    if (r->is_misfit)
        text = arena_printf(a,
                            "%s Repetitions of a point are only %s apart: what else makes runs "
                            "deviate is nothing that these values are of, and intervals say "
                            "nothing of it.",
                            text, format_percent(a, r->scatter));
    if (r->open > 0.01)
        text = arena_printf(a,
                            "%s Up to %s of the predictions is cache misses, waiting and what else "
                            "has no closed form, and stays as it is.",
                            text, format_percent(a, r->open));
    fputc('\n', out);
    text_paragraph(ctx, out, "  ", 0, text, style.width);
}

/* Why nothing is fitted, or that something else should be. */
static void print_reason(fp_context *ctx, FILE *out, const model_fit_report *r, report_style style)
{
    arena *a = ctx->arena;
    const char *text = NULL;
    if (r->left >= 0)
        text = arena_printf(a,
                            "No choice of values describes these runs: what is left goes with %s "
                            "more than chance would, and %s. Something is in them that the model "
                            "has not, or they are too few; the intervals do not count with it.",
                            r->values[r->left].value->path,
                            r->factor_count == 0 ? "no factor above 0 explains it"
                                                 : "no more factors make it better");
    else if (r->factor_count == 0 && !r->is_asked && r->spread <= 1e-3)
        text = "No value is fitted: the machine's file describes the runs as it is.";
    else if (r->factor_count == 0 && !r->is_asked)
        text = arena_printf(a,
                            "No value is fitted: runs are off by %s, but with %s of %s no value, "
                            "nor all of the processor, the memory or the network, explains that "
                            "better than chance would. More runs, with more different sizes and "
                            "processors, tell more; --constant PATH has a value fitted all the "
                            "same.",
                            format_percent(a, r->spread),
                            format_plural(a, r->run_count, "run", "runs"),
                            format_plural(a, r->distinct, "point", "points"));
    else if (r->factor_count == 0)
        text = "No value is fitted.";
    if (text)
        text_paragraph(ctx, out, "  ", 0, text, style.width);
}

void report_model_fit(fp_context *ctx, FILE *out, const model_fit_report *r, report_style style)
{
    arena *a = ctx->arena;
    subject_print_head(ctx, out, r->source,
                       arena_printf(a, "on %s, fitted to %s of %s (%s)", r->machine,
                                    format_plural(a, r->run_count, "run", "runs"),
                                    format_plural(a, r->distinct, "point", "points"), r->runs),
                       style);
    print_reason(ctx, out, r, style);
    print_values(ctx, out, r, style);
    print_shared(ctx, out, r, style);
    print_choices(ctx, out, r, style);
    print_others(ctx, out, r, VALUE_KEPT, "These stay as the machine has them", style);
    print_others(ctx, out, r, VALUE_UNSUPPORTED,
                 "The runs do not tell these from nothing, and they stay as they are", style);
    print_others(ctx, out, r, VALUE_NEGATIVE,
                 "These would be below zero, and stay as they are: something else is missing",
                 style);
    print_others(ctx, out, r, VALUE_SMALL,
                 "Less than a thousandth of each run, and so left alone, are", style);
    print_points(ctx, out, r, style);
    print_quality(ctx, out, r, style);
    print_predictions(ctx, out, r, style);
}
