/* What people read: what was done, the tables, and what is not in them. */

#include <string.h>

#include "report/subject.h"
#include "report/text.h"
#include "support/format.h"
#include "support/utf8.h"
#include "validate/tables.h"

static bool is_like(const validate_case *a, const validate_case *b)
{
    return a->program_index == b->program_index && !validate_is_scored(a) &&
           !validate_is_scored(b) &&
           (a->why == b->why || (a->why && b->why && strcmp(a->why, b->why) == 0));
}

/* Have all cases of that distribution of the program the same reason? Where it is none, all of
 * the program. */
static bool is_whole(const page *p, const validate_case *like)
{
    for (int i = 0; i < p->count; i++) {
        const validate_case *c = &p->cases[i];
        if (c->program_index == like->program_index &&
            (c->distribution_index == like->distribution_index ||
             like->distribution_index == VALIDATE_NO_DISTRIBUTION) &&
            !is_like(c, like))
            return false;
    }
    return true;
}

/* The cases of one program that have the same reason: "T(*,cyclic); T(block), N = 64, on 4, 16;
 * …", distributions by themselves where it is all of their cases. */
static const char *cases_like(const page *p, int first, bool *is_listed)
{
    arena *a = p->ctx->arena;
    const char *text = "";
    for (int i = first; i < p->count; i++) {
        const validate_case *c = &p->cases[i];
        if (is_listed[i] || !is_like(c, &p->cases[first]))
            continue;
        bool is_all = !p->is_serial && is_whole(p, c);
        text = arena_printf(a, "%s%s%s", text, *text ? "; " : "",
                            is_all ? c->distribution : page_case(p, c));
        is_listed[i] = true;
        for (int k = i + 1; k < p->count; k++) {
            const validate_case *other = &p->cases[k];
            if (!is_like(c, other) || other->distribution_index != c->distribution_index ||
                (!is_all && other->size_index != c->size_index))
                continue;
            is_listed[k] = true;
            text = is_all ? text : arena_printf(a, "%s, %s", text, other->procs);
        }
    }
    return text;
}

/* Those of the wrong results, or those of which there is none. */
static void print_unscored(const page *p, bool is_wrong, const char *heading)
{
    bool *is_listed = ARENA_ARRAY(p->ctx->arena, p->count, bool);
    int count = 0;
    for (int i = 0; i < p->count; i++)
        count += !validate_is_scored(&p->cases[i]) && p->cases[i].is_wrong == is_wrong;
    if (count == 0)
        return;
    page_heading(p, arena_printf(p->ctx->arena, "%s: %s", heading,
                                 format_plural(p->ctx->arena, count, "case", "cases")));
    for (int i = 0; i < p->count; i++) {
        const validate_case *c = &p->cases[i];
        if (is_listed[i] || validate_is_scored(c) || c->is_wrong != is_wrong)
            continue;
        page_paragraph(p,
                       arena_printf(p->ctx->arena, "%s: %s (%s)", c->name,
                                    c->why ? c->why : "was not run", cases_like(p, i, is_listed)),
                       true);
    }
}

/* Why results were not compared: one reason, which may stand for others. */
static const char *uncompared_text(const page *p)
{
    const char *why = NULL;
    for (int i = 0; i < p->count; i++) {
        const char *other = p->cases[i].uncompared;
        if (!validate_is_scored(&p->cases[i]) || !other)
            continue;
        if (why && strcmp(why, other) != 0)
            return arena_printf(p->ctx->arena, "%s, and other reasons", why);
        why = other;
    }
    return why;
}

/* What is known of the results; nothing where none was to be compared. */
static const char *compared_text(const page *p)
{
    arena *a = p->ctx->arena;
    int same = 0, unknown = 0, wrong = 0;
    for (int i = 0; i < p->count; i++) {
        const validate_case *c = &p->cases[i];
        wrong += c->is_wrong;
        if (!validate_is_scored(c))
            continue;
        same += !c->uncompared;
        unknown += c->uncompared != NULL;
    }
    if (p->is_serial || same + unknown + wrong == 0)
        return "";
    if (unknown + wrong == 0)
        return " All print what the sequential programs print.";
    const char *text = arena_printf(a, " %s what the sequential programs print",
                                    same ? format_plural(a, same, "case prints", "cases print")
                                         : "No case is known to print");
    if (wrong)
        text = arena_printf(a, "%s, %s", text, format_plural(a, wrong, "does not", "do not"));
    if (unknown)
        text = arena_printf(a, "%s; %s not compared (%s)", text,
                            format_plural(a, unknown, "was", "were"), uncompared_text(p));
    return arena_printf(a, "%s.", text);
}

/* How often each case was run, and why that is enough. */
static const char *runs_text(const page *p, const validate_tally *t)
{
    int most = 0;
    for (int i = 0; i < p->count; i++)
        most = p->cases[i].run_count > most ? p->cases[i].run_count : most;
    if (t->unsteady)
        return arena_printf(p->ctx->arena,
                            "Simulated runs should be the same each time, but %d of %d that were "
                            "repeated were not: so each case was run %d times, and the median "
                            "counts; the spread is half the distance of the extremes.",
                            t->unsteady, t->checked, most);
    if (t->checked)
        return arena_printf(p->ctx->arena,
                            "Each case was run once; %s run again%s, and took the same to the last "
                            "digit.",
                            format_plural(p->ctx->arena, t->checked, "was", "were"),
                            t->checked == p->programs ? ", one of each program" : "");
    if (most > 1)
        return arena_printf(p->ctx->arena,
                            "The median of %d runs counts; the spread is half the distance of "
                            "their extremes, where it is widest.",
                            most);
    return most ? "Each case was run once." : "Nothing was measured.";
}

static void print_subject(const page *p, const validate_subject *s)
{
    const char *runs = runs_text(p, s->tally);
    const char *what = format_plural(p->ctx->arena, p->programs, "program", "programs");
    style_on(p->out, p->style, STYLE_BOLD);
    fprintf(p->out, p->is_markdown ? "**%s**" : "%s", what);
    style_off(p->out, p->style);
    text_paragraph(p->ctx, p->out, "", utf8_columns(what),
                   arena_printf(p->ctx->arena, "on %s (%s)%s", s->heading, s->title,
                                p->is_markdown ? "." : ""),
                   p->style.width);
    const char *how =
        s->is_serial
            ? arena_printf(p->ctx->arena,
                           "The sources unchanged, directives ignored, compiled by: %s.%s%s%s",
                           s->mpicc, *s->mpirun ? " Run under: " : "", s->mpirun,
                           *s->mpirun ? "." : "")
            : arena_printf(p->ctx->arena, "Run by: %s. %s", s->mpirun,
                           s->is_injected ? "Computation takes the time that the machine file says "
                                            "of what the program has counted while it ran."
                                          : "Computation is real.");
    page_paragraph(p, arena_printf(p->ctx->arena, "%s %s%s", how, runs, compared_text(p)), false);
    for (int i = 0; i < s->warning_count; i++) {
        fputc('\n', p->out);
        page_paragraph(p, arena_printf(p->ctx->arena, "Warning: %s.", s->warnings[i]), false);
    }
}

static page page_of(fp_context *ctx, FILE *out, const validate_subject *subject, int count,
                    const validate_case *cases, report_style style)
{
    page p = {.ctx = ctx, .out = out, .count = count, .cases = cases, .style = style};
    p.is_serial = subject->is_serial;
    p.is_steady = subject->tally->checked && !subject->tally->unsteady;
    for (int i = 0; i < count; i++)
        if (cases[i].program_index >= p.programs)
            p.programs = cases[i].program_index + 1;
    return p;
}

static void print_all(const page *p, const validate_subject *subject)
{
    print_subject(p, subject);
    print_unscored(p, true,
                   "Wrong results: what is printed is not what the sequential program "
                   "prints");
    if (p->is_serial)
        tables_cases(p);
    tables_errors(p);
    tables_ranking(p);
    tables_crossovers(p);
    print_unscored(p, false, "Left out");
}

void validate_print(fp_context *ctx, FILE *out, const validate_subject *subject, int count,
                    const validate_case *cases, report_style style)
{
    page p = page_of(ctx, out, subject, count, cases, style);
    print_all(&p, subject);
}

void validate_print_markdown(fp_context *ctx, FILE *out, const validate_subject *subject, int count,
                             const validate_case *cases)
{
    enum { WIDTH = 100 };
    page p = page_of(ctx, out, subject, count, cases, (report_style){.width = WIDTH});
    p.is_markdown = true;
    print_all(&p, subject);
}
