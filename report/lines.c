#include "report/lines.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/vec.h"

typedef VEC(line_cost) line_list;

static void add_breakdown(breakdown *into, const breakdown *from)
{
    into->computation += from->computation;
    into->communication += from->communication;
    into->overhead += from->overhead;
    into->waiting += from->waiting;
}

static void add_comm(line_cost *into, const estimate *e, const aag_unit *u)
{
    if (!u->comm)
        return;
    for (int i = 0; i < e->comm_count; i++)
        if (e->comms[i].unit == u) {
            into->messages += e->comms[i].messages;
            into->bytes += e->comms[i].bytes;
        }
}

static void add_unit(line_cost *into, const estimate *e, const unit_cost *cost)
{
    add_breakdown(&into->time, &cost->time);
    into->misses += cost->misses;
    into->count = fmax(into->count, cost->count);
    estimate_bound bound = estimate_unit_bound(e, cost->unit);
    into->bound = bound > into->bound ? bound : into->bound;
    into->has_spawn |= cost->unit->cls == AAG_SPAWN && breakdown_total(&cost->time) > 0;
    add_comm(into, e, cost->unit);
}

static line_cost *line_at(fp_context *ctx, line_list *list, const source_file *file, int line)
{
    for (int i = 0; i < list->count; i++)
        if (list->data[i].file == file && list->data[i].line == line)
            return &list->data[i];
    VEC_PUSH(ctx->arena, list, ((line_cost){.file = file, .line = line}));
    return &list->data[list->count - 1];
}

static bool costs_something(const line_cost *l)
{
    return breakdown_total(&l->time) > 0 || l->messages > 0;
}

static int by_time(const void *left, const void *right)
{
    const line_cost *a = left, *b = right;
    double ta = breakdown_total(&a->time), tb = breakdown_total(&b->time);
    if (ta != tb)
        return ta > tb ? -1 : 1;
    const char *pa = a->file ? source_path(a->file) : "", *pb = b->file ? source_path(b->file) : "";
    int order = strcmp(pa, pb);
    return order ? order : (a->line > b->line) - (a->line < b->line);
}

static int finish(line_list *list, line_cost **out)
{
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        if (costs_something(&list->data[i]))
            list->data[kept++] = list->data[i];
    if (kept > 0)
        qsort(list->data, (size_t)kept, sizeof *list->data, by_time);
    *out = list->data;
    return kept;
}

int lines_exclusive(fp_context *ctx, const estimate *e, line_cost **out)
{
    line_list list = {0};
    for (int i = 0; i < e->unit_count; i++) {
        const aag_unit *u = e->units[i].unit;
        if (u)
            add_unit(line_at(ctx, &list, u->where.file, u->where.line), e, &e->units[i]);
    }
    return finish(&list, out);
}

/* --- What is inside -------------------------------------------------------- */

static bool is_below(const aag_unit *u, const aag_unit *ancestor)
{
    for (; u; u = u->parent)
        if (u == ancestor)
            return true;
    return false;
}

static bool is_simple(const aag_unit *u)
{
    return !u->child && !u->other;
}

int lines_last(const estimate *e, const aag_unit *unit)
{
    int last = unit->where.end_line > unit->where.line ? unit->where.end_line : unit->where.line;
    for (int i = 0; i < e->unit_count; i++) {
        const aag_unit *u = e->units[i].unit;
        if (u && u->where.file == unit->where.file && u->where.line > last && is_below(u, unit))
            last = u->where.line;
    }
    return last;
}

static bool is_below_sibling(const aag_unit *loop, const aag_unit *u)
{
    for (; loop; loop = loop->parent)
        if (loop->parent == u->parent)
            return true;
    return false;
}

/* Communication stands before the nest that it serves, at the place of a
 * reference inside it: to a reader it is part of every loop around that. */
static bool serves(const aag_unit *u, const aag_unit *loop, int last)
{
    return aag_is_iteration(loop->cls) && is_simple(u) && u->where.file == loop->where.file &&
           u->where.line >= loop->where.line && u->where.line <= last && is_below_sibling(loop, u);
}

line_cost lines_inside(fp_context *ctx, const estimate *e, int count, const aag_unit *const *units)
{
    line_cost sum = {.file = units[0]->where.file, .line = units[0]->where.line};
    double runs = 0;
    int *last = ARENA_ARRAY(ctx->arena, count, int);
    for (int k = 0; k < count; k++) {
        last[k] = lines_last(e, units[k]);
        runs = fmax(runs, e->units[units[k]->id].count);
    }
    for (int i = 0; i < e->unit_count; i++) {
        const aag_unit *u = e->units[i].unit;
        bool inside = false;
        for (int k = 0; k < count && u && !inside; k++)
            inside = is_below(u, units[k]) || serves(u, units[k], last[k]);
        if (inside)
            add_unit(&sum, e, &e->units[i]);
    }
    sum.count = runs;
    return sum;
}

/* The lines that one unit's cost counts to, each once. */
typedef struct place {
    const source_file *file;
    int line;
} place;

typedef VEC(place) place_list;

static void add_place(fp_context *ctx, place_list *list, source_range where)
{
    for (int i = 0; i < list->count; i++)
        if (list->data[i].file == where.file && list->data[i].line == where.line)
            return;
    VEC_PUSH(ctx->arena, list, ((place){where.file, where.line}));
}

int lines_inclusive(fp_context *ctx, const estimate *e, line_cost **out)
{
    line_list list = {0};
    int *last = ARENA_ARRAY(ctx->arena, e->unit_count + 1, int);
    for (int i = 0; i < e->unit_count; i++)
        if (e->units[i].unit && aag_is_iteration(e->units[i].unit->cls))
            last[i] = lines_last(e, e->units[i].unit);
    place_list places = {0};
    for (int i = 0; i < e->unit_count; i++) {
        const aag_unit *unit = e->units[i].unit;
        if (!unit)
            continue;
        places.count = 0;
        for (const aag_unit *u = unit; u; u = u->parent)
            add_place(ctx, &places, u->where);
        for (int j = 0; j < e->unit_count && is_simple(unit); j++)
            if (last[j] && serves(unit, e->units[j].unit, last[j]))
                add_place(ctx, &places, e->units[j].unit->where);
        for (int k = 0; k < places.count; k++)
            add_unit(line_at(ctx, &list, places.data[k].file, places.data[k].line), e,
                     &e->units[i]);
    }
    return finish(&list, out);
}

/* --- Text ------------------------------------------------------------------ */

const char *lines_text(fp_context *ctx, const source_file *file, int line)
{
    size_t length;
    const char *text = file ? source_line(file, line, &length) : NULL;
    if (!text)
        return "";
    while (length > 0 && isspace((unsigned char)*text)) {
        text++;
        length--;
    }
    char *copy = arena_strndup(ctx->arena, text, length);
    for (char *s = copy; *s; s++)
        if (iscntrl((unsigned char)*s))
            *s = ' ';
    char *comment = strstr(copy, "//");
    if (!comment)
        comment = strstr(copy, "/*");
    if (comment && comment > copy)
        *comment = '\0';
    size_t end = strlen(copy);
    while (end > 0 && isspace((unsigned char)copy[end - 1]))
        copy[--end] = '\0';
    return copy;
}

const char *lines_bar(fp_context *ctx, const breakdown *time, double fraction, int cells)
{
    const char *const ink[] = {"█", "▓", "▒", "░"};
    const double parts[] = {time->computation, time->communication, time->overhead, time->waiting};
    double total = breakdown_total(time), so_far = 0;
    double filled = rint(fraction * cells);
    const char *bar = "";
    int drawn = 0;
    for (int i = 0; i < 4 && total > 0; i++) {
        so_far += parts[i];
        /* Borders are rounded, not parts: the bar always has its length. */
        int until = (int)rint(so_far / total * filled);
        for (; drawn < until; drawn++)
            bar = arena_printf(ctx->arena, "%s%s", bar, ink[i]);
    }
    return bar;
}
