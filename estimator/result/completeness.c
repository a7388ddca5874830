#include "estimator/result/completeness.h"

#include <string.h>

#include "estimator/result/check_hints.h"
#include "estimator/result/tally.h"
#include "support/sort.h"

typedef struct finder {
    arena *arena;
    VEC(const unknown_effect *) list;
} finder;

static void add_one(finder *f, const unknown_effect *u)
{
    for (int i = 0; i < f->list.count; i++)
        if (unknown_is_same(f->list.data[i], u))
            return;
    VEC_PUSH(f->arena, &f->list, u);
}

static void add_all(const run *r, finder *f, const unknown_effect *first)
{
    for (const unknown_effect *u = first; u; u = u->next)
        if (!u->is_own && !hints_tell(r, u))
            add_one(f, u);
}

static bool has_unknowns(const aag_unit *u)
{
    bool has = u->unknowns != NULL;
    for (int i = 0; i < u->step_count && !has; i++)
        has = u->steps[i].unknowns != NULL;
    return has;
}

/* By unit id: does any processor execute it? Null where no unit has an unknown. */
static const bool *executed(run *r)
{
    const aag_graph *g = r->est->graph;
    bool is_asked = false;
    for (int i = 0; i < g->unit_count && !is_asked; i++)
        is_asked = has_unknowns(g->units[i]);
    if (!is_asked)
        return NULL;
    bool *is_executed = ARENA_ARRAY(r->scratch, g->unit_count, bool);
    tally *all = ARENA_ARRAY(r->scratch, g->unit_count, tally);
    for (int place = 0; place < r->places; place++) {
        memset(all, 0, sizeof *all * (size_t)g->unit_count);
        tally_read(r, place, all);
        for (int i = 0; i < g->unit_count; i++)
            is_executed[i] |= all[i].count > 0;
    }
    return is_executed;
}

static const char *path_of(const unknown_effect *u)
{
    return u->where.file ? source_path(u->where.file) : "";
}

static int by_place(const void *left, const void *right)
{
    const unknown_effect *a = *(const unknown_effect *const *)left,
                         *b = *(const unknown_effect *const *)right;
    if (a->where.file != b->where.file)
        return strcmp(path_of(a), path_of(b));
    if (a->where.line != b->where.line)
        return a->where.line < b->where.line ? -1 : 1;
    return (a->where.column > b->where.column) - (a->where.column < b->where.column);
}

void completeness_set(run *r, arena *result, estimate *out)
{
    const aag_graph *g = r->est->graph;
    finder f = {.arena = result};
    add_all(r, &f, g->program->unknowns);
    add_all(r, &f, r->unknowns);
    const bool *is_executed = executed(r);
    for (int i = 0; is_executed && i < g->unit_count; i++) {
        if (!is_executed[i])
            continue;
        add_all(r, &f, g->units[i]->unknowns);
        for (int k = 0; k < g->units[i]->step_count; k++)
            add_all(r, &f, g->units[i]->steps[k].unknowns);
    }
    sort_items(f.list.data, (size_t)f.list.count, sizeof *f.list.data, by_place);
    out->unknown_count = f.list.count;
    out->unknowns = f.list.data;
}

static bool is_among(const unknown_effect *first, const unknown_effect *wanted)
{
    for (const unknown_effect *u = first; u; u = u->next)
        if (unknown_is_same(u, wanted))
            return true;
    return false;
}

static bool unit_has(const aag_unit *u, const unknown_effect *wanted)
{
    bool has = is_among(u->unknowns, wanted);
    for (int i = 0; i < u->step_count && !has; i++)
        has = is_among(u->steps[i].unknowns, wanted);
    return has;
}

void completeness_set_region(const run *r, arena *result, const bool *inside, const estimate *whole,
                             region_cost *c)
{
    const aag_graph *g = r->est->graph;
    finder f = {.arena = result};
    for (int k = 0; k < whole->unknown_count; k++) {
        const unknown_effect *u = whole->unknowns[k];
        bool is_inside = is_among(g->program->unknowns, u);
        for (int i = 0; i < g->unit_count && !is_inside; i++)
            is_inside = inside[i] && unit_has(g->units[i], u);
        if (is_inside)
            VEC_PUSH(result, &f.list, u);
    }
    c->unknown_count = f.list.count;
    c->unknowns = f.list.data;
}

estimate_bound estimate_bound_with(int count, const unknown_effect *const *unknowns)
{
    estimate_bound bound = BOUND_BOTH;
    for (int i = 0; i < count; i++) {
        if (unknowns[i]->kind == UNKNOWN_FLOW)
            return BOUND_NEITHER;
        bound = BOUND_LOWER;
    }
    return bound;
}

estimate_bound estimate_bound_of(const estimate *e)
{
    return estimate_bound_with(e->unknown_count, e->unknowns);
}

estimate_bound estimate_unit_bound(const estimate *e, const aag_unit *u)
{
    estimate_bound bound = BOUND_BOTH;
    for (int i = 0; i < e->unknown_count && has_unknowns(u); i++)
        if (unit_has(u, e->unknowns[i])) {
            estimate_bound one = estimate_bound_with(1, &e->unknowns[i]);
            bound = one > bound ? one : bound;
        }
    return bound;
}
