#include <math.h>
#include <stdlib.h>

#include "explore/incomplete.h"
#include "report/lines.h"
#include "report/parts.h"
#include "report/subject.h"
#include "report/unknown.h"
#include "support/format.h"
#include "support/vec.h"
#include "sysmodels/model/compiler.h"

/* Few and in order of weight: the loops that make up 90 % of the time, what
 * they exchange, and what is surprising. */

#define RULE "-Rpredict"

enum { LOOPS_MAX = 5 };

/* What makes a surprise, as a share of the program's time or a balance. */
static const double COVERED = 0.9, NOTABLE = 0.01, UNBALANCED = 0.9, WAITING = 0.1;

typedef struct weighed {
    const aag_unit *loop;        /* the one that takes most */
    VEC(const aag_unit *) loops; /* what one line became, one after the other */
    line_cost inside;
    int last; /* line */
} weighed;

static bool holds_iteration(const aag_unit *first)
{
    for (const aag_unit *u = first; u; u = u->next)
        if (aag_is_iteration(u->cls) || holds_iteration(u->child) || holds_iteration(u->other))
            return true;
    return false;
}

/* A nest that computes: an outermost loop without communication inside, or an
 * innermost one with it. The loops around these only repeat them. */
static void find_nests(fp_context *ctx, const aag_unit *first, int *count, weighed *out)
{
    weighed *before = NULL; /* of this list */
    for (const aag_unit *u = first; u; u = u->next) {
        if (!aag_is_iteration(u->cls) || u->where.line <= 0 ||
            (u->has_comm && holds_iteration(u->child))) {
            find_nests(ctx, u->child, count, out);
            find_nests(ctx, u->other, count, out);
            continue;
        }
        if (!before || before->loop->where.file != u->where.file ||
            before->loop->where.line != u->where.line) {
            before = &out[(*count)++];
            before->loop = u;
        }
        VEC_PUSH(ctx->arena, &before->loops, u);
    }
}

static void weigh_nests(fp_context *ctx, const estimate *e, int count, weighed *nests)
{
    const line_index *x = lines_index(ctx, e);
    for (int i = 0; i < count; i++) {
        weighed *w = &nests[i];
        double most = -1;
        for (int k = 0; k < w->loops.count; k++) {
            const aag_unit *u = w->loops.data[k];
            line_cost one = lines_inside(x, 1, &u);
            int last = lines_last(e, u);
            w->last = last > w->last ? last : w->last;
            if (breakdown_total(&one.time) > most) {
                most = breakdown_total(&one.time);
                w->loop = u;
            }
        }
        w->inside = lines_inside(x, w->loops.count, w->loops.data);
    }
}

static int by_weight(const void *left, const void *right)
{
    const weighed *a = left, *b = right;
    double ta = breakdown_total(&a->inside.time), tb = breakdown_total(&b->inside.time);
    if (ta != tb)
        return ta > tb ? -1 : 1;
    return (a->loop->id > b->loop->id) - (a->loop->id < b->loop->id);
}

/* "127 × 127 iterations" of a perfect nest, and how often. */
static const char *iterations_of(fp_context *ctx, const estimate *e, const aag_unit *loop)
{
    arena *a = ctx->arena;
    const char *text = NULL;
    while (loop && aag_is_iteration(loop->cls) && loop->child) {
        double runs = e->units[loop->id].count, inner = e->units[loop->child->id].count;
        if (runs <= 0)
            break;
        text = arena_printf(a, "%s%s%s", text ? text : "", text ? " × " : "",
                            format_count(a, inner / runs));
        loop = loop->child->next ? NULL : loop->child;
    }
    return text;
}

/* Does it stand on a directive: the loops of a redistribution? */
static bool is_on_directive(source_range at)
{
    size_t length = 0, i = 0;
    const char *line = at.file ? source_line(at.file, at.line, &length) : NULL;
    while (line && i < length && (line[i] == ' ' || line[i] == '\t'))
        i++;
    return line && i < length && line[i] == '#';
}

static void note_work(fp_context *ctx, const estimate *e, diag *d, const weighed *w)
{
    double runs = e->units[w->loop->id].count;
    const char *count = iterations_of(ctx, e, w->loop);
    if (!count || runs <= 0)
        return;
    const char *what = is_on_directive(w->loop->where) ? "elements" : "iterations";
    const char *each = format_time(ctx->arena, breakdown_total(&w->inside.time) / runs);
    if (runs == 1)
        diag_note(d, w->loop->where, "%s %s on the busiest processor, %s", count, what, each);
    else
        diag_note(d, w->loop->where, "%s × (%s %s on the busiest processor, %s)",
                  format_count(ctx->arena, runs), count, what, each);
}

static bool is_inside(const comm_cost *c, const weighed *w)
{
    source_range at = c->comm->where;
    return at.file == w->loop->where.file && at.line >= w->loop->where.line && at.line <= w->last;
}

/* "72 bytes", or "8 to 72 bytes" where not all messages are as large. */
static const char *sizes_text(arena *a, const comm_cost *c)
{
    const char *largest = format_bytes(a, c->message_bytes);
    if (c->message_least >= c->message_bytes)
        return largest;
    return arena_printf(a, "%s to %s",
                        c->message_bytes < 100000 ? format_integer(a, (int64_t)c->message_least)
                                                  : format_bytes(a, c->message_least),
                        largest);
}

/* "'u' needs a row of its neighbours: 2 messages of 72 bytes, 116 µs each" */
static const char *exchange_text(fp_context *ctx, const comm_cost *c)
{
    arena *a = ctx->arena;
    int most = c->sent > c->received ? c->sent : c->received;
    const char *what = c->comm->reason ? c->comm->reason : comm_kind_name(c->comm->kind);
    const char *often =
        c->count == 1 ? "" : arena_printf(a, ", %s times", format_count(a, c->count));
    return arena_printf(a, "%s: %s%s of %s, %s%s%s%s", what,
                        c->is_bound || !c->is_even ? "at most " : "",
                        format_plural(a, most, "message", "messages"), sizes_text(a, c),
                        c->is_alike ? "" : "at most ", format_time(a, c->message_time),
                        most > 1 ? " each" : "", often);
}

/* Those with a weight, heaviest first. */
static void note_communications(fp_context *ctx, const estimate *e, diag *d, const weighed *w,
                                bool *said)
{
    for (int shown = 0; shown < 3; shown++) {
        int most = -1;
        for (int i = 0; i < e->comm_count; i++) {
            const comm_cost *c = &e->comms[i];
            if (!said[i] && c->comm && c->message_bytes > 0 && c->time >= 0.001 * e->time &&
                is_inside(c, w) && (most < 0 || c->time > e->comms[most].time))
                most = i;
        }
        if (most < 0)
            return;
        said[most] = true;
        diag_note(d, e->comms[most].comm->where, "%s", exchange_text(ctx, &e->comms[most]));
        parts_note(ctx, d, e->comms[most].comm);
    }
}

/* What the caches hold at the present size, and not at one that is not much larger. */
typedef struct limit_list {
    int count;
    const reuse_limit *limits;
} limit_list;

static limit_list find_limits(fp_context *ctx, const estimate *e, const bindings *values,
                              const estimate_options *options)
{
    enum { NOT_MUCH = 4 };
    limit_list all;
    all.count = estimate_reuse_limits(ctx, e, values, options, NULL, NOT_MUCH, &all.limits);
    return all;
}

static void note_limits(fp_context *ctx, const estimate *e, diag *d, const weighed *w,
                        const limit_list *all)
{
    for (int i = 0; i < all->count; i++) {
        const reuse_limit *l = &all->limits[i];
        const source_range at = l->note.ref->where;
        if (!l->is_from || at.file != w->loop->where.file || at.line < w->loop->where.line ||
            at.line > w->last)
            continue;
        diag_note(
            d, at,
            "from %s = %s on the loop in line %d does not find it in %s again: %s lie between",
            l->param->name, format_integer(ctx->arena, l->value), l->note.loop->where.line,
            subject_level(ctx->arena, e, l->level), format_bytes(ctx->arena, rint(l->bytes)));
    }
}

static void remark_loops(fp_context *ctx, const estimate *e, const limit_list *limits, bool *said)
{
    weighed *nests = ARENA_ARRAY(ctx->arena, e->unit_count + 1, weighed);
    int count = 0;
    find_nests(ctx, e->graph->root, &count, nests);
    weigh_nests(ctx, e, count, nests);
    if (count > 0)
        qsort(nests, (size_t)count, sizeof *nests, by_weight);
    double covered = 0;
    for (int i = 0; i < count && i < LOOPS_MAX && covered < COVERED * e->time; i++) {
        const weighed *w = &nests[i];
        double time = breakdown_total(&w->inside.time);
        if (time < NOTABLE * e->time)
            return;
        covered += time;
        source_range place = w->loop->where;
        place.end_line = place.line;
        place.end_column = place.column; /* the keyword, not all of its body */
        diag *d = diag_report(ctx->diags, DIAG_REMARK, RULE, place, "%s, %s of %s; on %s of %s",
                              unknown_time(ctx->arena, time, w->inside.bound),
                              format_percent(ctx->arena, time / e->time), unknown_whole(e),
                              subject_procs(ctx, e), sag_heading(ctx->arena, e->machine));
        note_work(ctx, e, d, w);
        note_communications(ctx, e, d, w, said);
        note_limits(ctx, e, d, w, limits);
    }
}

/* --- What is surprising ---------------------------------------------------- */

static bool is_in_loop(const aag_unit *u)
{
    for (u = u->parent; u; u = u->parent)
        if (aag_is_iteration(u->cls))
            return true;
    return false;
}

/* A communication that no remark about a loop has told of. */
static void remark_weight(fp_context *ctx, const estimate *e, const comm_cost *c)
{
    if (!c->comm || c->message_bytes <= 0 || c->time < NOTABLE * e->time)
        return;
    diag *d =
        diag_report(ctx->diags, DIAG_REMARK, RULE, c->comm->where, "%s, %s of %s: %s",
                    format_time(ctx->arena, c->time), format_percent(ctx->arena, c->time / e->time),
                    unknown_whole(e), exchange_text(ctx, c));
    parts_note(ctx, d, c->comm);
}

static void remark_communication(fp_context *ctx, const estimate *e, const comm_cost *c)
{
    arena *a = ctx->arena;
    if (!c->comm || !c->unit || c->time < NOTABLE * e->time)
        return;
    const char *share = format_percent(a, c->time / e->time);
    if (c->comm->kind == COMM_BROADCAST && is_in_loop(c->unit) && c->count > 1)
        diag_report(ctx->diags, DIAG_REMARK, RULE, c->comm->where,
                    "a broadcast inside a loop, %s times, takes %s of %s",
                    format_count(a, c->count), share, unknown_whole(e));
    else if (c->is_bound)
        diag_report(ctx->diags, DIAG_REMARK, RULE, c->comm->where,
                    "an upper bound, %s of %s: which elements move is only known when the program "
                    "runs",
                    share, unknown_whole(e));
}

/* A condition that hides little is no matter, whichever way it goes. */
static bool is_slight(const line_index *x, const estimate *e, const assumption *it)
{
    for (int i = 0; i < e->unit_count; i++) {
        const aag_unit *u = e->units[i].unit;
        if (u && (u->cls == AAG_CONDT_D || u->cls == AAG_CONDT_SYNC) &&
            u->where.file == it->where.file && u->where.line == it->where.line &&
            u->where.column == it->where.column) {
            line_cost inside = lines_inside(x, 1, &u);
            return breakdown_total(&inside.time) < NOTABLE * e->time;
        }
    }
    return false;
}

static void remark_surprises(fp_context *ctx, const estimate *e, const bool *said)
{
    arena *a = ctx->arena;
    source_range entry = e->graph->entry->where;
    if (e->procs > 1 && e->balance < UNBALANCED)
        diag_report(ctx->diags, DIAG_REMARK, RULE, entry,
                    "the work is spread unevenly over %s: the mean is %s of the busiest "
                    "processor's",
                    subject_procs(ctx, e), format_percent(a, e->balance));
    const char *waiting = subject_waiting(ctx, e);
    if (e->parts.waiting > WAITING * e->time)
        diag_report(ctx->diags, DIAG_REMARK, RULE, entry,
                    "the slowest processor waits %s, %s of the time, %s",
                    format_time(a, e->parts.waiting), format_percent(a, e->parts.waiting / e->time),
                    waiting ? waiting : "for others");
    for (int i = 0; i < e->comm_count; i++) {
        if (!said[i])
            remark_weight(ctx, e, &e->comms[i]);
        remark_communication(ctx, e, &e->comms[i]);
    }
    const line_index *x = lines_index(ctx, e);
    for (int i = 0; i < e->assumption_count; i++)
        if (!is_slight(x, e, &e->assumptions[i]))
            diag_report(ctx->diags, DIAG_REMARK, RULE, e->assumptions[i].where, "assumed: %s",
                        e->assumptions[i].text);
}

/* The whole comes first, with what is not known: no other figure is whole without it. */
static void remark_total(fp_context *ctx, const estimate *e)
{
    source_range place = e->graph->entry->where;
    diag *d = diag_report(ctx->diags, DIAG_REMARK, RULE, place, "%s in all; on %s of %s",
                          unknown_time(ctx->arena, e->time, estimate_bound_of(e)),
                          subject_procs(ctx, e), sag_heading(ctx->arena, e->machine));
    const unknown_effect *const *unknowns;
    int count = explore_unknowns(ctx->arena, 1, &e, &unknowns);
    for (int i = 0; i < count && i < UNKNOWN_NAMED; i++)
        diag_note(d, unknowns[i]->where, "%s%s",
                  unknowns[i]->kind == UNKNOWN_COST ? "not counted: " : "not known: ",
                  unknowns[i]->reason);
    if (count > UNKNOWN_NAMED)
        diag_note(d, place, "and %s more, which --format json lists",
                  format_integer(ctx->arena, count - UNKNOWN_NAMED));
}

void report_remarks(fp_context *ctx, const estimate *e, const bindings *values,
                    const estimate_options *options)
{
    const limit_list limits = find_limits(ctx, e, values, options);
    bool *said = ARENA_ARRAY(ctx->arena, e->comm_count + 1, bool);
    remark_total(ctx, e);
    remark_loops(ctx, e, &limits, said);
    remark_surprises(ctx, e, said);
}
