#include <string.h>

#include "estimator/block/charges.h"
#include "estimator/evaluate/evaluation.h"
#include "estimator/formula/builder.h"
#include "estimator/result/check_sizes.h"
#include "estimator/result/tally.h"
#include "estimator/run/probability.h"
#include "estimator/simulate/interpret.h"

/* A formula is made by a walk over the graph beside an evaluation that is done. What the walk says
 * of a unit stands only if it is what that evaluation charged, tick for tick: there is no second
 * set of rules that could drift from the first without being seen. */

typedef struct walk {
    builder *b;
    const char **why; /* by unit id: why it has no count; null: it has one */
} walk;

static void walk_list(walk *w, const aag_unit *list, const expr *times, const char *why);

static void fixed_cost(walk *w, const aag_unit *u, const expr *times, const quantity *value)
{
    price_list p = {.left = 1};
    price_add(w->b, &p, expr_int(w->b->pool, 1), value);
    term_add(w->b, u->where, FORMULA_OVERHEAD, times, &p);
}

static void operations(walk *w, source_range where, const expr *times, const op_tally *ops)
{
    price_list p = {.left = 1};
    price_add_ops(w->b, &p, ops, 1);
    term_add(w->b, where, FORMULA_COMPUTATION, times, &p);
}

/* --- Units ---------------------------------------------------------------------- */

static void walk_steps(walk *w, const aag_unit *u, const expr *times)
{
    builder *b = w->b;
    const unit_info *info = &b->r->est->unit[u->id];
    for (int i = 0; i < u->step_count; i++) {
        const home *at = &info->steps[i].at;
        if (at->grid && !run_at_home(b->r, at, b->rank, u->steps[i].where))
            continue;
        operations(w, u->steps[i].where, times, &u->steps[i].ops);
    }
}

/* How often the loop iterates on this processor each time; null: no closed form. */
static const expr *trips_of(walk *w, const aag_unit *u)
{
    builder *b = w->b;
    b->why = NULL;
    const expr *trips = u->trips ? resolve(b, u->trips) : NULL;
    if (!trips)
        w->why[u->id] = b->why ? b->why : "its iterations are not known";
    return trips;
}

static void walk_loop(walk *w, const aag_unit *u, const expr *times)
{
    builder *b = w->b;
    const sag_processing *p = b->r->est->machine->processing;
    const expr *trips = trips_of(w, u);
    if (!u->is_placement)
        fixed_cost(w, u, times, &p->loop_setup);
    if (!trips) {
        walk_list(w, u->child, NULL, w->why[u->id]);
        return;
    }
    const expr *all = expr_mul(b->pool, times, trips);
    if (!u->is_placement)
        fixed_cost(w, u, all, &p->loop_iteration);
    if (!u->var) {
        const expr *tests = u->tests_first ? expr_add(b->pool, all, times) : all;
        operations(w, u->where, tests, &u->condition);
        fixed_cost(w, u, tests, &p->condition);
    }
    walk_list(w, u->child, all, NULL);
}

/* Which way the condition goes on this processor: 1, 0; -1: it is not one way. */
static int way_of(walk *w, const aag_unit *u)
{
    builder *b = w->b;
    int64_t value;
    if (is_probabilistic(b->r, u))
        return -1;
    if (u->on)
        return run_at_home(b->r, u->on, b->rank, u->where);
    const expr *test = u->test ? resolve(b, u->test) : NULL;
    if (!test || !resolve_value(b, test, &value))
        return -1;
    resolve_condition(b, value ? test : expr_logic(b->pool, EXPR_NOT, test, NULL));
    return value != 0;
}

static void walk_condition(walk *w, const aag_unit *u, const expr *times)
{
    const sag_processing *p = w->b->r->est->machine->processing;
    int way = way_of(w, u);
    if (!u->is_placement) {
        operations(w, u->where, times, &u->condition);
        fixed_cost(w, u, times, &p->condition);
    }
    if (way > 0 && !u->is_placement)
        fixed_cost(w, u, times, &p->branch_taken);
    if (way < 0)
        w->why[u->id] = is_probabilistic(w->b->r, u)
                            ? "its condition is taken by its probability"
                            : "its condition differs from iteration to iteration";
    walk_list(w, u->child, way > 0 ? times : way ? NULL : expr_int(w->b->pool, 0), w->why[u->id]);
    walk_list(w, u->other, way ? way < 0 ? NULL : expr_int(w->b->pool, 0) : times, w->why[u->id]);
}

static void walk_unit(walk *w, const aag_unit *u, const expr *times)
{
    w->b->unit = u;
    switch (u->cls) {
    case AAG_START:
    case AAG_END:
        break;
    case AAG_SEQ:
        walk_steps(w, u, times);
        break;
    case AAG_SPAWN:
        walk_list(w, u->child, times, NULL);
        break;
    case AAG_CALL:
        if (!w->b->r->est->options.inline_calls)
            fixed_cost(w, u, times, &w->b->r->est->machine->processing->call);
        walk_list(w, u->child, times, NULL);
        break;
    case AAG_ITER_D:
    case AAG_ITER_SYNC:
    case AAG_ITER_ND:
        walk_loop(w, u, times);
        break;
    case AAG_CONDT_D:
    case AAG_CONDT_SYNC:
        walk_condition(w, u, times);
        break;
    case AAG_COMM:
    case AAG_SYNC:
    case AAG_SYNC_SEQ:
        message_terms(w->b, u, times);
        break;
    }
}

/* Units that are executed `times` times; null: how often is not known, because of `why`. */
static void walk_list(walk *w, const aag_unit *list, const expr *times, const char *why)
{
    for (const aag_unit *u = list; u; u = u->next) {
        w->why[u->id] = times ? NULL : why;
        if (times) {
            walk_unit(w, u, times);
            continue;
        }
        walk_list(w, u->child, NULL, why);
        walk_list(w, u->other, NULL, why);
    }
}

/* --- What was charged ----------------------------------------------------------- */

/* The term's ticks here. */
static bool set_ticks(builder *b, formula_term *t)
{
    int64_t n, each;
    double seconds = 0;
    if (!t->times)
        return true;
    if (!resolve_value(b, t->times, &n))
        return false;
    for (int i = 0; i < t->price.count; i++) {
        if (!resolve_value(b, t->price.factors[i].times, &each))
            return false;
        seconds += t->price.factors[i].value->value * (double)each;
    }
    t->ticks = (int128)n * ticks_of(t->price.left * seconds);
    return true;
}

static const char *reason_of(const walk *w, const aag_unit *u, formula_part part)
{
    composition compose = w->b->r->est->machine->processing->compose;
    if (part == FORMULA_WAITING)
        return "it waits for what others do, or for what is on the way";
    if (w->why[u->id])
        return w->why[u->id];
    if (aag_is_exchange(u->cls))
        return "not all executions move the same, or not by such messages";
    if (compose == COMPOSE_SUPERSCALAR)
        return "operations of a superscalar processor pass beside each other";
    if (compose == COMPOSE_OUT_OF_ORDER)
        return "misses hide operations";
    return "its executions differ";
}

/* Keeps the unit's terms of a part where they add up to what was charged, else an open one. */
static void settle(walk *w, formula_term *from, int count, const aag_unit *u, formula_part part,
                   const tally *charged)
{
    builder *b = w->b;
    composition compose = b->r->est->machine->processing->compose;
    bool hides = compose == COMPOSE_OUT_OF_ORDER || compose == COMPOSE_SUPERSCALAR;
    int128 stalls = part == FORMULA_COMPUTATION && !hides ? charged->stalls : 0, sum = 0;
    int128 all = charged->time[part];
    bool ok = true;
    for (int i = 0; i < count; i++) {
        ok = set_ticks(b, &from[i]) && ok;
        sum += from[i].part == part ? from[i].ticks : 0;
    }
    b->unit = u;
    ok = ok && sum + stalls == all;
    for (int i = 0; i < count && ok; i++)
        if (from[i].part == part && (from[i].ticks || from[i].times))
            VEC_PUSH(b->ctx->arena, &b->terms, from[i]);
    if (ok)
        term_open(b, u->where, part, stalls, "cache misses, as they are at these sizes");
    else
        term_open(b, u->where, part, all, reason_of(w, u, part));
}

static void settle_all(walk *w, const tally *charged)
{
    builder *b = w->b;
    const aag_graph *g = b->r->est->graph;
    formula_term *made = b->terms.data;
    int count = b->terms.count, first = 0;
    memset(&b->terms, 0, sizeof b->terms);
    for (int id = 0; id < g->unit_count; id++) {
        int end = first;
        while (end < count && made[end].unit->id == id)
            end++;
        for (int part = 0; part < FORMULA_PARTS; part++)
            settle(w, made + first, end - first, g->units[id], (formula_part)part, &charged[id]);
        first = end;
    }
}

/* --- All of it ------------------------------------------------------------------ */

static int by_unit(const void *p, const void *q)
{
    const formula_term *a = p, *b = q;
    return a->unit->id - b->unit->id;
}

/* Loops' own terms stand before those of their bodies; the walk has made them so, but for tests. */
static void sort_terms(builder *b)
{
    for (int i = 1; i < b->terms.count; i++)
        for (int k = i; k > 0 && by_unit(&b->terms.data[k - 1], &b->terms.data[k]) > 0; k--) {
            formula_term t = b->terms.data[k];
            b->terms.data[k] = b->terms.data[k - 1];
            b->terms.data[k - 1] = t;
        }
}

const proc_grid *place_grid(const builder *b)
{
    const layout *l = b->r->est->graph->layout;
    return l->text_count && l->text_grid[0] ? l->text_grid[0] : l->grid_count ? l->grids[0] : NULL;
}

static void set_place(builder *b, formula *f)
{
    const proc_grid *grid = place_grid(b);
    f->coord_count = grid ? grid->rank : 0;
    int *coords = ARENA_ARRAY(b->ctx->arena, f->coord_count + 1, int);
    int *extents = ARENA_ARRAY(b->ctx->arena, f->coord_count + 1, int);
    for (int k = 0; k < f->coord_count; k++) {
        coords[k] = env_coord(b->r->env, grid, k, b->rank);
        extents[k] = env_extent(b->r->env, grid, k);
    }
    f->coords = coords;
    f->extents = extents;
}

static const formula *finish(builder *b, const estimate *result)
{
    formula *f = ARENA_NEW(b->ctx->arena, formula);
    f->estimate = result;
    f->rank = b->rank;
    f->has_caches = b->r->est->level_count > 0;
    f->later = b->later;
    f->later_at_all = b->later_at_all;
    f->tried = b->tried;
    set_place(b, f);
    f->name_count = b->names.count;
    f->names = b->names.data;
    f->condition_count = b->conditions.count;
    f->conditions = b->conditions.data;
    f->term_count = b->terms.count;
    f->terms = b->terms.data;
    for (int i = 0; i < f->term_count; i++) {
        f->ticks += f->terms[i].ticks;
        f->open_ticks += f->terms[i].times ? 0 : f->terms[i].ticks;
    }
    return f;
}

static const formula *make(fp_context *ctx, const estimate *result, const bindings *values,
                           const estimate_options *options, bool is_probed)
{
    estimator *est = estimator_new(ctx, result->graph, result->machine, options);
    run *r = evaluation_new(est, values);
    if (!r)
        return NULL;
    check_sizes(r);
    evaluation_open(r);
    if (!r->has_failed)
        interpret_list(r, result->graph->root);
    if (r->has_failed)
        return NULL;
    charges_settle(r);
    const int count = result->graph->unit_count;
    builder b = {.ctx = ctx, .r = r, .pool = result->graph->program->pool, .rank = result->slowest};
    walk w = {&b, ARENA_ARRAY(r->scratch, count, const char *)};
    tally *charged = ARENA_ARRAY(r->scratch, count, tally);
    tally_read(r, b.rank, charged);
    run_set_rank(r, b.rank);
    b.unit = result->graph->root;
    walk_list(&w, result->graph->root, expr_int(b.pool, 1), NULL);
    sort_terms(&b);
    settle_all(&w, charged);
    if (is_probed)
        probe_terms(&b, result, values, options);
    sort_terms(&b);
    return finish(&b, result);
}

const formula *formula_new(fp_context *ctx, const estimate *result, const bindings *values,
                           const estimate_options *options)
{
    return make(ctx, result, values, options, true);
}

const formula *formula_here(fp_context *ctx, const estimate *result, const bindings *values,
                            const estimate_options *options)
{
    return make(ctx, result, values, options, false);
}
