#include "report/lines.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "support/vec.h"

typedef struct line_list {
    VEC(line_cost) lines;
    int *table; /* by hash: 1 + a position in these; 0: free */
    int capacity;
} line_list;

static void add_breakdown(breakdown *into, const breakdown *from)
{
    into->computation += from->computation;
    into->communication += from->communication;
    into->overhead += from->overhead;
    into->waiting += from->waiting;
}

/* Units that communicate, or are of one statement: by the list that they are in, then place. */
struct line_index {
    fp_context *ctx;
    const estimate *e;
    int simple_count;
    const aag_unit **simple;
    int *first_comm; /* by unit id: of e->comms, one of the unit's own; -1: has none */
    int *next_comm;  /* by position in e->comms: the next of the same unit; -1: there is none */
};

/* --- The index ------------------------------------------------------------- */

static bool is_simple(const aag_unit *u)
{
    return !u->child && !u->other;
}

static int list_of(const aag_unit *u)
{
    return u->parent ? u->parent->id : -1;
}

static int compare_simple(const void *left, const void *right)
{
    const aag_unit *a = *(const aag_unit *const *)left, *b = *(const aag_unit *const *)right;
    if (list_of(a) != list_of(b))
        return list_of(a) < list_of(b) ? -1 : 1;
    if (a->where.file != b->where.file)
        return a->where.file < b->where.file ? -1 : 1;
    if (a->where.line != b->where.line)
        return a->where.line < b->where.line ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

line_index *lines_index(fp_context *ctx, const estimate *e)
{
    line_index *x = ARENA_NEW(ctx->arena, line_index);
    *x = (line_index){.ctx = ctx, .e = e};
    x->simple = ARENA_ARRAY(ctx->arena, e->unit_count + 1, const aag_unit *);
    x->first_comm = ARENA_ARRAY(ctx->arena, e->unit_count + 1, int);
    x->next_comm = ARENA_ARRAY(ctx->arena, e->comm_count + 1, int);
    for (int i = 0; i < e->unit_count; i++) {
        const aag_unit *u = e->units[i].unit;
        x->first_comm[i] = -1;
        if (u && is_simple(u))
            x->simple[x->simple_count++] = u;
    }
    for (int i = e->comm_count; i-- > 0;) {
        int *first = e->comms[i].unit ? &x->first_comm[e->comms[i].unit->id] : NULL;
        x->next_comm[i] = first ? *first : -1;
        if (first)
            *first = i;
    }
    if (x->simple_count)
        qsort(x->simple, (size_t)x->simple_count, sizeof *x->simple, compare_simple);
    return x;
}

/* The first of those of the list `of` that is in the file from the line on, or after them all. */
static int first_simple(const line_index *x, int of, const source_file *file, int line)
{
    int low = 0;
    for (int high = x->simple_count; low < high;) {
        int middle = low + (high - low) / 2;
        const aag_unit *u = x->simple[middle];
        bool is_before = list_of(u) != of        ? list_of(u) < of
                         : u->where.file != file ? u->where.file < file
                                                 : u->where.line < line;
        low = is_before ? middle + 1 : low;
        high = is_before ? high : middle;
    }
    return low;
}

/* --- Sums ------------------------------------------------------------------ */

static void add_comm(line_cost *into, const line_index *x, const aag_unit *u)
{
    for (int i = u->comm ? x->first_comm[u->id] : -1; i >= 0; i = x->next_comm[i]) {
        into->messages += x->e->comms[i].messages;
        into->bytes += x->e->comms[i].bytes;
    }
}

static void add_unit(line_cost *into, const line_index *x, const unit_cost *cost)
{
    add_breakdown(&into->time, &cost->time);
    for (int k = 0; k < CACHE_LEVELS; k++)
        into->misses[k] += cost->misses[k];
    into->count = fmax(into->count, cost->count);
    estimate_bound bound = estimate_unit_bound(x->e, cost->unit);
    into->bound = bound > into->bound ? bound : into->bound;
    into->has_spawn |= cost->unit->cls == AAG_SPAWN && breakdown_total(&cost->time) > 0;
    add_comm(into, x, cost->unit);
}

static size_t hash_of(const source_file *file, int line)
{
    return ((size_t)(uintptr_t)file >> 4) * 31 + (size_t)line * 2654435761U;
}

static void put(line_list *list, int position)
{
    const line_cost *l = &list->lines.data[position];
    size_t at = hash_of(l->file, l->line) % (size_t)list->capacity;
    while (list->table[at])
        at = (at + 1) % (size_t)list->capacity;
    list->table[at] = position + 1;
}

static line_cost *line_at(fp_context *ctx, line_list *list, const source_file *file, int line)
{
    if (2 * list->lines.count >= list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 64;
        list->table = ARENA_ARRAY(ctx->arena, list->capacity, int);
        for (int i = 0; i < list->lines.count; i++)
            put(list, i);
    }
    for (size_t at = hash_of(file, line) % (size_t)list->capacity; list->table[at];
         at = (at + 1) % (size_t)list->capacity) {
        line_cost *known = &list->lines.data[list->table[at] - 1];
        if (known->file == file && known->line == line)
            return known;
    }
    VEC_PUSH(ctx->arena, &list->lines, ((line_cost){.file = file, .line = line}));
    put(list, list->lines.count - 1);
    return &list->lines.data[list->lines.count - 1];
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
    line_cost *lines = list->lines.data;
    int kept = 0;
    for (int i = 0; i < list->lines.count; i++)
        if (costs_something(&lines[i]))
            lines[kept++] = lines[i];
    if (kept > 0)
        qsort(lines, (size_t)kept, sizeof *lines, by_time);
    *out = lines;
    return kept;
}

int lines_exclusive(fp_context *ctx, const estimate *e, line_cost **out)
{
    line_list list = {0};
    const line_index *x = lines_index(ctx, e);
    for (int i = 0; i < e->unit_count; i++) {
        const aag_unit *u = e->units[i].unit;
        if (u)
            add_unit(line_at(ctx, &list, u->where.file, u->where.line), x, &e->units[i]);
    }
    return finish(&list, out);
}

/* --- What is inside -------------------------------------------------------- */

int lines_last(const estimate *e, const aag_unit *unit)
{
    int last = unit->where.end_line > unit->where.line ? unit->where.end_line : unit->where.line;
    for (int i = unit->id; i <= unit->last; i++) {
        const aag_unit *u = e->units[i].unit;
        if (u && u->where.file == unit->where.file && u->where.line > last)
            last = u->where.line;
    }
    return last;
}

typedef VEC(int) id_list;

/* Communication stands before the nest that it serves, at the place of a
 * reference inside it: to a reader it is part of every loop around that. */
static void add_served(const line_index *x, const aag_unit *loop, id_list *out)
{
    int last = aag_is_iteration(loop->cls) ? lines_last(x->e, loop) : -1;
    const source_file *file = loop->where.file;
    for (const aag_unit *around = loop; around && last >= 0; around = around->parent) {
        int of = list_of(around);
        for (int i = first_simple(x, of, file, loop->where.line);
             i < x->simple_count && list_of(x->simple[i]) == of &&
             x->simple[i]->where.file == file && x->simple[i]->where.line <= last;
             i++)
            VEC_PUSH(x->ctx->arena, out, x->simple[i]->id);
    }
}

static int compare_ids(const void *left, const void *right)
{
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

line_cost lines_inside(const line_index *x, int count, const aag_unit *const *units)
{
    const estimate *e = x->e;
    line_cost sum = {.file = units[0]->where.file, .line = units[0]->where.line};
    double runs = 0;
    id_list ids = {0};
    for (int k = 0; k < count; k++) {
        for (int id = units[k]->id; id <= units[k]->last; id++)
            VEC_PUSH(x->ctx->arena, &ids, id);
        add_served(x, units[k], &ids);
        runs = fmax(runs, e->units[units[k]->id].count);
    }
    qsort(ids.data, (size_t)ids.count, sizeof *ids.data, compare_ids);
    for (int i = 0; i < ids.count; i++)
        if ((i == 0 || ids.data[i] != ids.data[i - 1]) && e->units[ids.data[i]].unit)
            add_unit(&sum, x, &e->units[ids.data[i]]);
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

/* By unit id: the loops that it serves, though it stands before them. */
static id_list *find_loops(const line_index *x)
{
    id_list *loops = ARENA_ARRAY(x->ctx->arena, x->e->unit_count + 1, id_list), served = {0};
    for (int i = 0; i < x->e->unit_count; i++) {
        const aag_unit *u = x->e->units[i].unit;
        served.count = 0;
        if (u && aag_is_iteration(u->cls) && lines_last(x->e, u))
            add_served(x, u, &served);
        for (int k = 0; k < served.count; k++)
            VEC_PUSH(x->ctx->arena, &loops[served.data[k]], i);
    }
    return loops;
}

int lines_inclusive(fp_context *ctx, const estimate *e, line_cost **out)
{
    line_list list = {0};
    const line_index *x = lines_index(ctx, e);
    const id_list *loops = find_loops(x);
    place_list places = {0};
    for (int i = 0; i < e->unit_count; i++) {
        const aag_unit *unit = e->units[i].unit;
        if (!unit)
            continue;
        places.count = 0;
        for (const aag_unit *u = unit; u; u = u->parent)
            add_place(ctx, &places, u->where);
        for (int k = 0; k < loops[i].count; k++)
            add_place(ctx, &places, e->units[loops[i].data[k]].unit->where);
        for (int k = 0; k < places.count; k++)
            add_unit(line_at(ctx, &list, places.data[k].file, places.data[k].line), x,
                     &e->units[i]);
    }
    return finish(&list, out);
}

/* --- Text ------------------------------------------------------------------ */

const char *lines_file(fp_context *ctx, const program *p, const source_file *file)
{
    if (p->file_count < 2 || !file)
        return "";
    const char *path = source_path(file), *slash = strrchr(path, '/');
    return arena_printf(ctx->arena, "%s:", slash ? slash + 1 : path);
}

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
