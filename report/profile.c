#include <math.h>
#include <string.h>

#include "report/lines.h"
#include "report/parts.h"
#include "report/profile.h"
#include "report/subject.h"
#include "report/table.h"
#include "report/text.h"
#include "report/unknown.h"
#include "support/format.h"
#include "support/utf8.h"
#include "sysmodels/model/compiler.h"

enum { BAR_CELLS = 8, LINES_MAX = 20, NESTS_MAX = 10, COMMS_MAX = 12, COMM_COLUMNS = 10 };

static double share(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

/* What is not known, in the place of an interval. */
static void print_incomplete(fp_context *ctx, FILE *out, const estimate *e, report_style style)
{
    arena *a = ctx->arena;
    estimate_bound bound = estimate_bound_of(e);
    bool is_least = bound == BOUND_LOWER;
    const char *time = is_least ? unknown_time(a, e->time, bound) : format_time(a, e->time);
    style_on(out, style, STYLE_BOLD);
    fprintf(out, "  %s", time);
    style_off(out, style);
    fputc(is_least ? ';' : ',', out);
    text_paragraph(ctx, out, "  ", 3 + utf8_columns(time), unknown_clause(a, e), style.width);
    unknown_print_legend(ctx, out, e->unknown_count, e->unknowns, style);
    fputc('\n', out);
}

void profile_head(fp_context *ctx, FILE *out, const estimate *e, report_style style)
{
    const char *params = subject_parameters(ctx, e);
    const char *spread = subject_distributions(ctx, e);
    subject_print_head(ctx, out, subject_source(ctx, e),
                       arena_printf(ctx->arena, "on %s, %s%s%s%s%s",
                                    sag_heading(ctx->arena, e->machine), subject_procs(ctx, e),
                                    spread ? ", " : "", spread ? spread : "", params ? ", " : "",
                                    params ? params : ""),
                       style);
    if (e->unknown_count) {
        print_incomplete(ctx, out, e, style);
        return;
    }
    style_on(out, style, STYLE_BOLD);
    fprintf(out, "  %s", format_time(ctx->arena, e->time));
    style_off(out, style);
    fputs(e->high > e->low ? "," : "", out);
    if (e->high > e->low)
        text_paragraph(ctx, out, "  ", 3 + utf8_columns(format_time(ctx->arena, e->time)),
                       arena_printf(ctx->arena, "between %s and %s",
                                    format_time(ctx->arena, e->low),
                                    format_time(ctx->arena, e->high)),
                       style.width);
    else
        fputc('\n', out);
    fputc('\n', out);
}

/* "; misses: 413 k of L1, 2,059 of L2" where there are several caches. */
static const char *misses_text(arena *a, const estimate *e)
{
    const char *text = "";
    bool has_further = e->level_count > 1 && !e->level[1].is_tlb;
    for (int k = 0; k < e->level_count && has_further; k++) {
        const char *count = profile_count(a, e->level[k].misses);
        text = arena_printf(a, "%s%s%s of %s", text, k ? ", " : "; misses: ", count ? count : "0",
                            e->level[k].name);
    }
    return text;
}

static void print_parts(fp_context *ctx, FILE *out, const estimate *e, report_style style)
{
    arena *a = ctx->arena;
    const struct {
        const char *name;
        breakdown only;
    } parts[] = {
        {"computing", {.computation = e->parts.computation}},
        {"communicating", {.communication = e->parts.communication}},
        {"overhead", {.overhead = e->parts.overhead}},
        {"waiting", {.waiting = e->parts.waiting}},
    };
    const table_align align[] = {TABLE_LEFT, TABLE_UNIT, TABLE_UNIT, TABLE_LEFT};
    table t = table_new(a, 4, align);
    for (int i = 0; i < 4; i++) {
        double seconds = breakdown_total(&parts[i].only), part = share(seconds, e->time);
        const char *cells[] = {parts[i].name, format_time(a, seconds), format_percent(a, part),
                               lines_bar(ctx, &parts[i].only, part, 40)};
        table_add(&t, cells);
    }
    table_print(&t, out, "  ", style.width, style.color);

    const char *waiting = subject_waiting(ctx, e);
    if (waiting)
        text_paragraph(ctx, out, "  ", 0, arena_printf(a, "It waits %s.", waiting), style.width);
    const char *balance =
        e->procs > 1 ? arena_printf(a,
                                    "load balance %.2f (mean over maximum); processor %d is the "
                                    "slowest; ",
                                    e->balance, e->slowest)
                     : "";
    fputc('\n', out);
    text_paragraph(ctx, out, "  ", 0,
                   arena_printf(a, "%s%s of arrays a node%s", balance,
                                format_bytes(a, (double)e->node_bytes), misses_text(a, e)),
                   style.width);
    fputc('\n', out);
}

/* Thousands of messages and misses need no last digit. */
const char *profile_count(arena *a, double count)
{
    if (count <= 0)
        return NULL;
    return count < 99999.5 ? format_count(a, rint(count))
           : count < 1e6   ? arena_printf(a, "%s k", format_number(a, count / 1e3))
                           : arena_printf(a, "%s M", format_number(a, count / 1e6));
}

const char *profile_level(arena *a, const estimate *e, int level)
{
    return level == 0 ? "misses" : arena_printf(a, "%s misses", e->level[level].name);
}

void profile_legend(fp_context *ctx, FILE *out, const char *text, report_style style)
{
    style_on(out, style, STYLE_DIM);
    text_paragraph(ctx, out, "  ", 0, text, style.width);
    style_off(out, style);
}

/* What is in no line of the source. */
static const char *spawn_text(const estimate *e)
{
    const sag_memory *m = e->machine->memory;
    return m && m->first_touch.is_set
               ? "(the program starts: its memory's pages, and with --host the nodes)"
               : "(the host starts the nodes, and gets the result)";
}

void profile_lines(fp_context *ctx, FILE *out, const estimate *e, int most, report_style style)
{
    arena *a = ctx->arena;
    const program *p = e->graph->program;
    line_cost *lines;
    int count = lines_exclusive(ctx, e, &lines);
    enum { NEAREST = 7, MOST = NEAREST + CACHE_LEVELS + 1 };
    /* Those further away beside all lines: a profile has no room for them. */
    const int levels = e->level_count > 1 && most != LINES_MAX ? e->level_count : 1;
    table_align align[MOST] = {TABLE_UNIT, TABLE_UNIT, TABLE_UNIT, TABLE_RIGHT,
                               TABLE_LEFT, TABLE_UNIT, TABLE_UNIT};
    const char *head[MOST] = {"time", "share", "so far", "line", "", "messages", "bytes"};
    for (int k = 0; k < levels; k++) {
        align[NEAREST + k] = TABLE_UNIT;
        head[NEAREST + k] = profile_level(a, e, k);
    }
    align[NEAREST + levels] = TABLE_FILL;
    head[NEAREST + levels] = "";
    table t = table_new(a, NEAREST + levels + 1, align);
    t.is_kept[1] = t.is_kept[3] = true;
    t.goes_first[2] = true;
    for (int k = 1; k < levels; k++)
        t.goes_first[NEAREST + k] = true;
    table_add(&t, head)->ink = TABLE_DIM;
    double so_far = 0;
    int shown = 0;
    for (; shown < count && shown < most; shown++) {
        const line_cost *l = &lines[shown];
        double time = breakdown_total(&l->time), part = share(time, e->time);
        if (part < 0.0005 && l->messages == 0 && most == LINES_MAX)
            break;
        so_far += time;
        const char *cells[MOST] = {
            unknown_figure(a, format_time(a, time), l->bound),
            format_percent(a, part),
            format_percent(a, share(so_far, e->time)),
            l->line > 0 ? arena_printf(a, "%s%d", lines_file(ctx, p, l->file), l->line) : NULL,
            lines_bar(ctx, &l->time, part, BAR_CELLS),
            profile_count(a, l->messages),
            l->bytes > 0 ? format_bytes(a, l->bytes) : NULL};
        for (int k = 0; k < levels; k++)
            cells[NEAREST + k] = profile_count(a, l->misses[k]);
        cells[NEAREST + levels] = l->has_spawn ? spawn_text(e) : lines_text(ctx, l->file, l->line);
        table_add(&t, cells);
    }
    table_print(&t, out, "  ", style.width, style.color);
    if (shown < count)
        text_paragraph(ctx, out, "  ", 0,
                       arena_printf(a, "and %s with %s together",
                                    format_plural(a, count - shown, "line", "lines"),
                                    format_time(a, fmax(0, e->time - so_far))),
                       style.width);
    bool is_wide = style.width >= 53;
    fputs(is_wide ? "  █ computing  ▓ communicating  ▒ overhead  ░ waiting\n"
                  : "  █ computing\n  ▓ communicating\n  ▒ overhead\n  ░ waiting\n",
          out);
}

/* --- The outermost loops and calls ------------------------------------------ */

/* The units that one line became, one after the other. */
typedef struct nest {
    VEC(const aag_unit *) units;
    int depth;
    line_cost inside;
    double time;
} nest;

typedef VEC(nest) nest_list;

static bool is_same_line(const aag_unit *a, const aag_unit *b)
{
    return a->where.file == b->where.file && a->where.line == b->where.line;
}

/* What a line has inside it is told once: a call, and not the loops of what an
 * intrinsic function does. */
static bool is_named(const aag_unit *u, const aag_unit *around)
{
    if (u->cls == AAG_SPAWN || u->where.line <= 0 || u->is_placement)
        return false;
    return !around || !is_same_line(around, u);
}

/* Adds the unit to the last nest at its depth, if that is of the same line. */
static void add_found(fp_context *ctx, nest_list *out, int *before, int depth, const aag_unit *u)
{
    if (*before < 0 || !is_same_line(out->data[*before].units.data[0], u)) {
        *before = out->count;
        VEC_PUSH(ctx->arena, out, ((nest){.depth = depth}));
    }
    VEC_PUSH(ctx->arena, &out->data[*before].units, u);
}

static void find_nests(fp_context *ctx, const aag_unit *first, const aag_unit *around, int depth,
                       nest_list *out)
{
    int before = -1; /* of those at this depth the last one */
    for (const aag_unit *u = first; u; u = u->next) {
        if (!u->child && !u->other)
            continue;
        bool named = is_named(u, around);
        if (named)
            add_found(ctx, out, &before, depth, u);
        find_nests(ctx, u->child, named ? u : around, depth + named, out);
        find_nests(ctx, u->other, named ? u : around, depth + named, out);
    }
}

static void weigh_nests(fp_context *ctx, const estimate *e, nest_list *all)
{
    const line_index *x = lines_index(ctx, e);
    int kept = 0;
    for (int i = 0; i < all->count; i++) {
        nest *n = &all->data[i];
        n->inside = lines_inside(x, n->units.count, n->units.data);
        n->time = breakdown_total(&n->inside.time);
        if (n->time >= 0.01 * e->time)
            all->data[kept++] = *n;
    }
    all->count = kept;
}

static void add_nest(fp_context *ctx, table *t, const estimate *e, const nest *n)
{
    arena *a = ctx->arena;
    const source_range *at = &n->units.data[0]->where;
    const char *file = lines_file(ctx, e->graph->program, at->file);
    int last = 0;
    for (int k = 0; k < n->units.count; k++) {
        int end = lines_last(e, n->units.data[k]);
        last = end > last ? end : last;
    }
    const char *cells[] = {
        unknown_figure(a, format_time(a, n->time), n->inside.bound),
        format_percent(a, share(n->time, e->time)),
        last > at->line ? arena_printf(a, "%s%d-%d", file, at->line, last)
                        : arena_printf(a, "%s%d", file, at->line),
        profile_count(a, n->inside.count),
        arena_printf(a, "%*s%s", 2 * n->depth, "", lines_text(ctx, at->file, at->line))};
    table_add(t, cells);
}

/* The time that NESTS_MAX of them, but no more, exceed; 0: there are not so many. */
static double least_time(const nest_list *all)
{
    double least = 0;
    for (int i = 0; i < all->count; i++) {
        int longer = 0;
        for (int k = 0; k < all->count; k++)
            longer += all->data[k].time > all->data[i].time;
        if (longer >= NESTS_MAX && all->data[i].time > least)
            least = all->data[i].time;
    }
    return least;
}

static void print_nests(fp_context *ctx, FILE *out, const estimate *e, report_style style)
{
    const table_align align[] = {TABLE_UNIT, TABLE_UNIT, TABLE_RIGHT, TABLE_UNIT, TABLE_FILL};
    table t = table_new(ctx->arena, 5, align);
    const char *head[] = {"time", "share", "lines", "times", "loops and calls, with their bodies"};
    table_add(&t, head)->ink = TABLE_DIM;
    nest_list all = {0};
    find_nests(ctx, e->graph->root, NULL, 0, &all);
    weigh_nests(ctx, e, &all);
    double least = least_time(&all);
    for (int i = 0; i < all.count && t.rows.count <= 2 * NESTS_MAX; i++)
        if (all.data[i].time > least)
            add_nest(ctx, &t, e, &all.data[i]);
    if (t.rows.count < 2)
        return;
    fputc('\n', out);
    table_print(&t, out, "  ", style.width, style.color);
}

/* --- Communication --------------------------------------------------------- */

/* The totals, and of the heaviest execution what one processor has to do. */
static void add_communication(fp_context *ctx, table *t, const program *p, const comm_cost *c)
{
    arena *a = ctx->arena;
    bool is_told = c->sent + c->received > 0;
    const char *typical = c->is_typical ? "≈ " : "";
    const char *cells[COMM_COLUMNS] = {
        format_time(a, c->time),
        arena_printf(a, "%s%s", lines_file(ctx, p, c->comm->where.file), parts_lines(ctx, c->comm)),
        c->comm->intrinsic ? c->comm->intrinsic : parts_kind(ctx, c->comm),
        c->comm->var && variable_is_of_source(c->comm->var) ? c->comm->var->name : NULL,
        profile_count(a, c->count),
        arena_printf(a, "%s%s", typical, profile_count(a, c->messages)),
        arena_printf(a, "%s%s", c->is_bound ? "≤ " : typical, format_bytes(a, c->bytes)),
        is_told ? arena_printf(a, "%d, %d", c->sent, c->received) : "all",
        is_told ? format_bytes(a, c->message_bytes) : NULL,
        is_told ? format_time(a, c->message_time) : NULL,
    };
    table_add(t, cells);
}

static void print_communications(fp_context *ctx, FILE *out, const estimate *e, report_style style)
{
    arena *a = ctx->arena;
    const table_align align[COMM_COLUMNS] = {TABLE_UNIT, TABLE_RIGHT, TABLE_LEFT, TABLE_LEFT,
                                             TABLE_UNIT, TABLE_UNIT,  TABLE_UNIT, TABLE_RIGHT,
                                             TABLE_UNIT, TABLE_UNIT};
    table t = table_new(a, COMM_COLUMNS, align);
    const char *head[COMM_COLUMNS] = {"time",     "line",  "what",    "of",      "times",
                                      "messages", "bytes", "out, in", "largest", "takes"};
    table_add(&t, head)->ink = TABLE_DIM;
    bool *used = ARENA_ARRAY(a, e->comm_count + 1, bool);
    int moving = 0;
    bool is_shared = false;
    for (int i = 0; i < e->comm_count; i++)
        moving += e->comms[i].messages > 0;
    for (int shown = 0; shown < COMMS_MAX; shown++) {
        int most = -1;
        for (int i = 0; i < e->comm_count; i++)
            if (!used[i] && e->comms[i].messages > 0 &&
                (most < 0 || e->comms[i].time > e->comms[most].time))
                most = i;
        if (most < 0)
            break;
        used[most] = true;
        is_shared |= e->comms[most].comm->part_count > 1 &&
                     strpbrk(parts_lines(ctx, e->comms[most].comm), ",");
        add_communication(ctx, &t, e->graph->program, &e->comms[most]);
    }
    if (t.rows.count < 2)
        return;
    fputc('\n', out);
    table_print(&t, out, "  ", style.width, style.color);
    if (moving > COMMS_MAX)
        text_paragraph(ctx, out, "  ", 0,
                       arena_printf(a, "and %s less; --format json has all",
                                    format_plural(a, moving - COMMS_MAX, "communication that takes",
                                                  "communications that take")),
                       style.width);
    profile_legend(
        ctx, out,
        arena_printf(a,
                     "Messages and bytes: of all processors. Time: of the busiest one; out, in and "
                     "the largest message: when most moves.%s",
                     is_shared ? " What several lines read comes in the same messages; --at LINE "
                                 "tells what."
                               : ""),
        style);
}

void report_profile(fp_context *ctx, FILE *out, const estimate *e, report_style style)
{
    profile_head(ctx, out, e, style);
    print_parts(ctx, out, e, style);
    profile_lines(ctx, out, e, LINES_MAX, style);
    if (e->region_count > 0) {
        fputc('\n', out);
        profile_regions(ctx, out, e, style);
    }
    print_nests(ctx, out, e, style);
    print_communications(ctx, out, e, style);
    subject_print_assumptions(ctx, out, e, style);
}
