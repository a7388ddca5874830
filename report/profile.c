#include <math.h>

#include "report/lines.h"
#include "report/profile.h"
#include "report/subject.h"
#include "report/table.h"
#include "report/text.h"
#include "support/format.h"
#include "support/utf8.h"

enum { BAR_CELLS = 8, LINES_MAX = 20, NESTS_MAX = 10, COMMS_MAX = 12 };

static double share(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

void profile_head(fp_context *ctx, FILE *out, const estimate *e, report_style style)
{
    const char *params = subject_parameters(ctx, e);
    const char *spread = subject_distributions(ctx, e);
    subject_print_head(ctx, out, subject_source(ctx, e),
                       arena_printf(ctx->arena, "on %s, %s%s%s%s%s", e->machine->name,
                                    subject_procs(ctx, e), spread ? ", " : "", spread ? spread : "",
                                    params ? ", " : "", params ? params : ""),
                       style);
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
    text_paragraph(
        ctx, out, "  ", 0,
        arena_printf(a, "%s%s of arrays a node", balance, format_bytes(a, (double)e->node_bytes)),
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

void profile_lines(fp_context *ctx, FILE *out, const estimate *e, int most, report_style style)
{
    arena *a = ctx->arena;
    line_cost *lines;
    int count = lines_exclusive(ctx, e, &lines);
    const table_align align[] = {TABLE_UNIT, TABLE_UNIT, TABLE_UNIT, TABLE_RIGHT, TABLE_LEFT,
                                 TABLE_UNIT, TABLE_UNIT, TABLE_UNIT, TABLE_FILL};
    table t = table_new(a, 9, align);
    t.is_kept[1] = t.is_kept[3] = true;
    const char *head[] = {"time", "share", "so far", "line", "", "messages", "bytes", "misses", ""};
    table_add(&t, head)->ink = TABLE_DIM;
    double so_far = 0;
    int shown = 0;
    for (; shown < count && shown < most; shown++) {
        const line_cost *l = &lines[shown];
        double time = breakdown_total(&l->time), part = share(time, e->time);
        if (part < 0.0005 && l->messages == 0 && most == LINES_MAX)
            break;
        so_far += time;
        const char *cells[] = {format_time(a, time),
                               format_percent(a, part),
                               format_percent(a, share(so_far, e->time)),
                               l->line > 0 ? arena_printf(a, "%d", l->line) : NULL,
                               lines_bar(ctx, &l->time, part, BAR_CELLS),
                               profile_count(a, l->messages),
                               l->bytes > 0 ? format_bytes(a, l->bytes) : NULL,
                               profile_count(a, l->misses),
                               lines_text(ctx, l->file, l->line)};
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

static void add_parts(fp_context *ctx, table *t, const estimate *e, const aag_unit *first,
                      int depth, int *left)
{
    arena *a = ctx->arena;
    for (const aag_unit *u = first; u; u = u->next) {
        if (!u->child && !u->other)
            continue;
        bool is_named = u->cls != AAG_SPAWN && u->where.line > 0 && !u->is_placement;
        line_cost inside = lines_inside(e, u);
        double time = breakdown_total(&inside.time);
        if (*left == 0 || time < 0.01 * e->time)
            continue;
        if (is_named) {
            --*left;
            int last = lines_last(e, u);
            const char *cells[] = {format_time(a, time), format_percent(a, share(time, e->time)),
                                   last > u->where.line
                                       ? arena_printf(a, "%d-%d", u->where.line, last)
                                       : arena_printf(a, "%d", u->where.line),
                                   format_count(a, inside.count),
                                   arena_printf(a, "%*s%s", 2 * depth, "",
                                                lines_text(ctx, u->where.file, u->where.line))};
            table_add(t, cells);
        }
        add_parts(ctx, t, e, u->child, depth + is_named, left);
        add_parts(ctx, t, e, u->other, depth + is_named, left);
    }
}

static void print_nests(fp_context *ctx, FILE *out, const estimate *e, report_style style)
{
    const table_align align[] = {TABLE_UNIT, TABLE_UNIT, TABLE_RIGHT, TABLE_UNIT, TABLE_FILL};
    table t = table_new(ctx->arena, 5, align);
    const char *head[] = {"time", "share", "lines", "times", "loops and calls, with their bodies"};
    table_add(&t, head)->ink = TABLE_DIM;
    int left = NESTS_MAX;
    add_parts(ctx, &t, e, e->graph->root, 0, &left);
    if (t.rows.count < 2)
        return;
    fputc('\n', out);
    table_print(&t, out, "  ", style.width, style.color);
}

/* --- The regions that the source marks ---------------------------------------- */

static int depth_of(const source_region *r)
{
    int depth = 0;
    for (; r->parent; r = r->parent)
        depth++;
    return depth;
}

static const char *region_name(arena *a, const region_cost *c)
{
    return arena_printf(a, "%*s%s", 2 * depth_of(c->region), "", c->region->name);
}

static const char *region_lines(arena *a, const region_cost *c)
{
    const source_range *in = &c->region->extent;
    return in->end_line > in->line ? arena_printf(a, "%d-%d", in->line, in->end_line)
                                   : arena_printf(a, "%d", in->line);
}

static const char *time_or_nothing(arena *a, double seconds)
{
    return seconds > 0 ? format_time(a, seconds) : NULL;
}

static void print_region_times(fp_context *ctx, FILE *out, const estimate *e, report_style style)
{
    arena *a = ctx->arena;
    const table_align align[] = {TABLE_UNIT, TABLE_UNIT, TABLE_LEFT, TABLE_RIGHT, TABLE_UNIT,
                                 TABLE_UNIT, TABLE_UNIT, TABLE_UNIT, TABLE_UNIT};
    table t = table_new(a, 9, align);
    const char *head[] = {"time",      "share",         "region",   "lines",  "times",
                          "computing", "communicating", "overhead", "waiting"};
    table_add(&t, head)->ink = TABLE_DIM;
    for (int i = 0; i < e->region_count; i++) {
        const region_cost *c = &e->regions[i];
        double time = breakdown_total(&c->time);
        const char *cells[] = {format_time(a, time),
                               format_percent(a, share(time, e->time)),
                               region_name(a, c),
                               region_lines(a, c),
                               profile_count(a, c->count),
                               time_or_nothing(a, c->time.computation),
                               time_or_nothing(a, c->time.communication),
                               time_or_nothing(a, c->time.overhead),
                               time_or_nothing(a, c->time.waiting)};
        table_add(&t, cells);
    }
    table_print(&t, out, "  ", style.width, style.color);
}

static void print_region_work(fp_context *ctx, FILE *out, const estimate *e, report_style style)
{
    arena *a = ctx->arena;
    const table_align align[] = {TABLE_LEFT, TABLE_UNIT, TABLE_UNIT, TABLE_UNIT, TABLE_UNIT};
    table t = table_new(a, 5, align);
    const char *head[] = {"region", "load balance", "messages", "bytes", "misses"};
    table_add(&t, head)->ink = TABLE_DIM;
    for (int i = 0; i < e->region_count; i++) {
        const region_cost *c = &e->regions[i];
        const char *cells[] = {
            region_name(a, c), arena_printf(a, "%.2f", c->balance), profile_count(a, c->messages),
            c->bytes > 0 ? format_bytes(a, c->bytes) : NULL, profile_count(a, c->misses)};
        table_add(&t, cells);
    }
    table_print(&t, out, "  ", style.width, style.color);
}

void profile_regions(fp_context *ctx, FILE *out, const estimate *e, report_style style)
{
    print_region_times(ctx, out, e, style);
    fputc('\n', out);
    print_region_work(ctx, out, e, style);
}

/* --- Communication --------------------------------------------------------- */

static const char *exchange_text(arena *a, const comm_cost *c)
{
    const char *bound = c->is_bound ? "at most " : "";
    const char *size = format_bytes(a, c->message_bytes);
    if (c->sent == c->received)
        return arena_printf(a, "%s%d out, %d in, %s each", bound, c->sent, c->received, size);
    return arena_printf(a, "%s%d out, %d in, up to %s", bound, c->sent, c->received, size);
}

static void print_communications(fp_context *ctx, FILE *out, const estimate *e, report_style style)
{
    arena *a = ctx->arena;
    const table_align align[] = {TABLE_UNIT, TABLE_RIGHT, TABLE_LEFT, TABLE_LEFT,
                                 TABLE_UNIT, TABLE_LEFT,  TABLE_UNIT};
    table t = table_new(a, 7, align);
    const char *head[] = {"time", "line", "what", "of", "times", "each time", "a message"};
    table_add(&t, head)->ink = TABLE_DIM;
    bool *used = ARENA_ARRAY(a, e->comm_count + 1, bool);
    for (int shown = 0; shown < COMMS_MAX; shown++) {
        int most = -1;
        for (int i = 0; i < e->comm_count; i++)
            if (!used[i] && e->comms[i].messages > 0 &&
                (most < 0 || e->comms[i].time > e->comms[most].time))
                most = i;
        if (most < 0)
            break;
        used[most] = true;
        const comm_cost *c = &e->comms[most];
        const char *cells[] = {format_time(a, c->time),
                               arena_printf(a, "%d", c->comm->where.line),
                               c->comm->intrinsic ? c->comm->intrinsic
                                                  : comm_kind_name(c->comm->kind),
                               c->comm->var ? c->comm->var->name : NULL,
                               format_count(a, c->count),
                               exchange_text(a, c),
                               c->message_bytes > 0 ? format_time(a, c->message_time) : NULL};
        table_add(&t, cells);
    }
    if (t.rows.count < 2)
        return;
    fputc('\n', out);
    table_print(&t, out, "  ", style.width, style.color);
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
