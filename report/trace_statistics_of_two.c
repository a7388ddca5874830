#include <math.h>
#include <string.h>

#include "report/table.h"
#include "report/text.h"
#include "report/trace_statistics.h"
#include "support/format.h"
#include "support/sort.h"

enum { ROWS_SHOWN = 30, COLUMNS = 7 };

/* A region and a state; in a trace without the region it is null. */
typedef struct pair {
    const char *name;
    timeline_state state;
    const spread *of[2];
    double mean[2]; /* in the unit that is printed */
} pair;

typedef VEC(pair) pair_list;

typedef struct two {
    arena *arena;
    const trace_statistics *const *s;
    time_unit unit;
    pair_list rows;
} two;

static double length_of(const trace_statistics *s)
{
    return s->to - s->from;
}

static const region_statistics *find(const trace_statistics *s, const trace_region *r)
{
    for (uint32_t i = 0; i < s->region_count; i++)
        if (s->regions[i].of->role == r->role && strcmp(s->regions[i].of->name, r->name) == 0)
            return &s->regions[i];
    return NULL;
}

static void add(two *t, const char *name, const region_statistics *a, const region_statistics *b)
{
    const region_statistics *both[] = {a, b};
    for (int c = 0; c < TIMELINE_STATE_COUNT; c++) {
        pair row = {.name = name, .state = (timeline_state)c};
        for (int i = 0; i < 2; i++) {
            const double factor = time_unit_factor(t->unit, length_of(t->s[i]));
            row.of[i] = both[i] ? &both[i]->over_ranks[c] : NULL;
            row.mean[i] = row.of[i] ? factor * row.of[i]->mean : 0;
        }
        if (row.mean[0] > 0 || row.mean[1] > 0)
            VEC_PUSH(t->arena, &t->rows, row);
    }
}

static int by_difference(const void *a, const void *b)
{
    const pair *x = a, *y = b;
    const double first = fabs(x->mean[1] - x->mean[0]), second = fabs(y->mean[1] - y->mean[0]);
    const int names = strcmp(x->name, y->name);
    return first != second ? (first < second) - (first > second)
           : names         ? names
                           : (int)x->state - (int)y->state;
}

static void add_row(const two *t, table *out, const pair *p)
{
    arena *a = t->arena;
    const char *mean[2], *variation[2];
    for (int i = 0; i < 2; i++) {
        mean[i] = p->of[i] ? time_in_unit(a, p->of[i]->mean, t->unit, length_of(t->s[i])) : NULL;
        variation[i] = p->of[i] ? format_percent(a, spread_variation(p->of[i])) : NULL;
    }
    table_add(out, (const char *[]){p->name, timeline_state_name(p->state), mean[0], mean[1],
                                    p->mean[0] > 0 && p->mean[1] > 0
                                        ? format_number(a, p->mean[1] / p->mean[0])
                                        : NULL,
                                    variation[0], variation[1]});
}

void report_trace_statistics_of_two(fp_context *ctx, FILE *out, const trace_statistics *const *both,
                                    time_unit unit, report_style style)
{
    arena *a = ctx->arena;
    two t = {.arena = a, .s = both, .unit = unit};
    for (int i = 0; i < 2; i++)
        text_paragraph(
            ctx, out, "   ", 0,
            arena_printf(a, "%c: %s, %s, %s", "AB"[i], both[i] -> of -> path,
                         statistics_window(a, both[i]),
                         format_plural(a, both[i]->rank_count, "processor", "processors")),
            style.width);
    add(&t, "all", &both[0]->whole, &both[1]->whole);
    const int whole = t.rows.count;
    for (uint32_t i = 0; i < both[0]->region_count; i++) {
        const region_statistics *r = &both[0]->regions[i];
        add(&t, r->of->name, r, find(both[1], r->of));
    }
    for (uint32_t i = 0; i < both[1]->region_count; i++) {
        const region_statistics *r = &both[1]->regions[i];
        if (!find(both[0], r->of))
            add(&t, r->of->name, NULL, r);
    }
    if (t.rows.count > whole)
        sort_items(t.rows.data + whole, (size_t)(t.rows.count - whole), sizeof *t.rows.data,
                   by_difference);
    static const table_align align[COLUMNS] = {TABLE_LEFT,  TABLE_LEFT,  TABLE_UNIT, TABLE_UNIT,
                                               TABLE_RIGHT, TABLE_RIGHT, TABLE_RIGHT};
    table rows = table_new(a, COLUMNS, align);
    table_add(&rows, (const char *[]){"region", "", "mean A", "B", "B / A", "variation A", "B"})
        ->ink = TABLE_DIM;
    for (int i = 0; i < t.rows.count && i < ROWS_SHOWN; i++)
        add_row(&t, &rows, &t.rows.data[i]);
    fprintf(out, "\nOwn times of regions over processors%s; what differs most first\n",
            unit == UNIT_SHARE ? ", as parts of each trace's time" : "");
    table_print(&rows, out, "  ", style.width, style.color);
    if (t.rows.count > ROWS_SHOWN)
        fprintf(out, "  and %d rows more: --format json or csv\n", t.rows.count - ROWS_SHOWN);
}
