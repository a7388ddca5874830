#include "report/unknown.h"

#include "explore/incomplete.h"
#include "report/profile.h"
#include "report/text.h"
#include "support/format.h"

const char *unknown_time(arena *a, double seconds, estimate_bound bound)
{
    const char *time = format_time(a, seconds);
    switch (bound) {
    case BOUND_BOTH:
        break;
    case BOUND_LOWER:
        return arena_printf(a, "at least %s", time);
    case BOUND_NEITHER:
        return arena_printf(a, "%s, but for what is not known", time);
    }
    return time;
}

const char *unknown_figure(arena *a, const char *figure, estimate_bound bound)
{
    if (!figure || bound == BOUND_BOTH)
        return figure;
    return arena_printf(a, "%s %s", bound == BOUND_LOWER ? "≥" : "?", figure);
}

const char *unknown_clause(arena *a, const estimate *e)
{
    return arena_printf(a, "%s %s",
                        estimate_bound_of(e) == BOUND_LOWER ? "not counted:" : "but for",
                        explore_reasons(a, e, UNKNOWN_NAMED));
}

static bool is_on_line(const unknown_effect *u, const source_file *file, int line)
{
    return u->where.file == file && u->where.line == line;
}

const char *unknown_on_line(arena *a, const estimate *e, const source_file *file, int line)
{
    const char *text = NULL;
    for (int i = 0; i < e->unknown_count; i++)
        if (is_on_line(e->unknowns[i], file, line))
            text = arena_printf(a, "%s%s%s", text ? text : "", text ? "; " : "",
                                e->unknowns[i]->reason);
    return text;
}

estimate_bound unknown_line_bound(const estimate *e, const source_file *file, int line)
{
    estimate_bound bound = BOUND_BOTH;
    for (int i = 0; i < e->unknown_count; i++) {
        estimate_bound one = estimate_bound_with(1, &e->unknowns[i]);
        if (one > bound && is_on_line(e->unknowns[i], file, line))
            bound = one;
    }
    return bound;
}

const char *unknown_whole(const estimate *e)
{
    return e->unknown_count ? "what is known" : "the program";
}

void unknown_print_legend(fp_context *ctx, FILE *out, int count,
                          const unknown_effect *const *unknowns, report_style style)
{
    bool has[2] = {false, false}; /* by kind */
    for (int i = 0; i < count; i++)
        has[unknowns[i]->kind == UNKNOWN_FLOW] = true;
    if (count)
        profile_legend(ctx, out,
                       arena_printf(ctx->arena, "%s%sShares are of what is known.",
                                    has[true] ? "?: it may take more, or less, and send more "
                                                "messages, or fewer: no interval can be told. "
                                              : "",
                                    has[false] ? "≥: at least; a cost is not counted. " : ""),
                       style);
}

void unknown_print(fp_context *ctx, FILE *out, int count, const estimate *const *estimates,
                   report_style style)
{
    arena *a = ctx->arena;
    const unknown_effect *const *unknowns;
    int found = explore_unknowns(a, count, estimates, &unknowns);
    if (found == 0)
        return;
    fputc('\n', out);
    text_paragraph(
        ctx, out, "  ", 0,
        arena_printf(a, "Not known: %s.", explore_unknown_text(a, found, unknowns, UNKNOWN_NAMED)),
        style.width);
    unknown_print_legend(ctx, out, found, unknowns, style);
}
