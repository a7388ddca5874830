#include "estimator/run/run.h"

#include <string.h>

#include "estimator/run/ledger.h"
#include "estimator/run/probability.h"
#include "program/expr/integer.h"
#include "sysmodels/network/exchange.h"
#include "sysmodels/network/flows.h"
#include "sysmodels/network/steps.h"

/* One evaluation's memory, and numbers for its expressions. */

static bool bind(estimator *est, const bindings *values)
{
    static const bindings none = {0};
    const aag_graph *g = est->graph;
    if (!values)
        values = &none;
    if (est->env)
        return env_rebind(est->env, values);
    est->env = env_new(est->ctx, g->program->pool, g->layout->grids, g->layout->grid_count, values);
    return est->env != NULL;
}

static bool refuse(const estimator *est, int most, const char *why)
{
    diag_report(est->ctx->diags, DIAG_ERROR, "processors", (source_range){0},
                "%d processors are too many to follow each of them through this program%s; choose "
                "at most %d with --procs (-fpredict-procs)",
                env_procs(est->env), why, most);
    return false;
}

enum { LEDGER_TICKS_MOST = 1 << 26 };

/* The most that there is memory for, one by one. */
static int most_followed(const estimator *est)
{
    int most = PROCS_FOLLOWED;
    while (most > 1 && ledger_size(est, most) > LEDGER_TICKS_MOST)
        most /= 2;
    return most;
}

bool run_has_room(const run *r)
{
    return (r->merged && ledger_size(r->est, r->places) <= LEDGER_TICKS_MOST) ||
           r->procs <= most_followed(r->est);
}

bool run_can_follow(run *r)
{
    if (run_has_room(r))
        return true;
    r->has_failed = true;
    if (r->est->options.observer)
        return refuse(r->est, most_followed(r->est), ", as a trace does");
    return refuse(r->est, most_followed(r->est),
                  r->unlike && r->procs > PROCS_FOLLOWED
                      ? arena_printf(r->scratch, ", and no two share a clock: %s", r->unlike)
                      : "");
}

enum { FIRST_CHECK = 1 << 18 }; /* iterations on clocks: less than a second */

run *run_new(estimator *est, const bindings *values)
{
    if (!bind(est, values) || (env_procs(est->env) > PROCS_MOST && !refuse(est, PROCS_MOST, "")))
        return NULL;
    if (!est->scratch)
        est->scratch = arena_new_under(est->ctx->arena);
    arena *a = est->scratch;
    arena_clear(a);
    est->evaluations++;
    run *r = ARENA_NEW(a, run);
    r->est = est;
    r->scratch = a;
    r->env = est->env;
    r->set_count = values ? values->count : 0;
    r->set = values ? values->set : NULL;
    r->procs = r->places = r->clock_count = env_procs(r->env);
    r->stretches = ARENA_ARRAY(a, est->count_count, count_stretches);
    trace_open(&r->clock_trace, a);
    r->budget = WALK_BUDGET;
    r->beyond = 1;
    r->next_check = FIRST_CHECK;
    return r;
}

/* Ports of a node by which messages of exchanges in steps go. */
static int port_count(const run *r)
{
    const network *n = &r->est->network;
    return n->exchange == EXCHANGE_ADAPTER && n->steps != STEPS_NONE
               ? steps_ports(n->communication, r->procs)
               : 0;
}

void run_open(run *r)
{
    const estimator *est = r->est;
    const aag_graph *g = est->graph;
    arena *a = r->scratch;
    ledger_open(r);
    const bool has_flows = !r->merged && flows_are_followed(&est->network, r->procs, 0);
    r->port_count = r->merged || has_flows ? 0 : port_count(r);
    /* One of message/under_way.c; or, of message/ports.c, those by which a place sends, by which it
     * receives, and when it was through. */
    r->slot_count = est->operation_count + (has_flows       ? 1
                                            : r->port_count ? 2 * r->port_count + 1
                                                            : 0);
    r->state_count = r->clock_count * (1 + r->slot_count) + (est->has_posts ? POST_SLOTS : 0);
    r->clock = ARENA_ARRAY(a, r->state_count, int128);
    exchange_clocks_open(&r->exchange, a, &r->clock_trace.compared, r->places, r->clock_count);
    if (r->port_count) {
        steps_follow(&r->exchange, est->network.communication, r->port_count);
        r->late = ARENA_ARRAY(a, 2 * r->places, int128);
    }
    if (has_flows)
        flows_open(&r->exchange);
    r->active = ARENA_ARRAY(a, r->places, bool);
    r->everybody = r->active;
    memset(r->active, true, (size_t)r->places * sizeof *r->active);
    r->is_bound = ARENA_ARRAY(a, g->comm_count, bool);
    r->warm = ARENA_ARRAY(a, g->unit_count, unsigned char);
    r->is_warm_known = ARENA_ARRAY(a, g->unit_count, bool);
    r->keeps = ARENA_ARRAY(a, g->unit_count, unsigned char);
    r->is_later = ARENA_ARRAY(a, g->unit_count, bool);
    r->values = ARENA_ARRAY(a, g->unit_count, const loop_values *);
    r->walked = ARENA_ARRAY(a, g->unit_count, int64_t);
    r->position = ARENA_ARRAY(a, g->unit_count, int64_t);
    r->executions = ARENA_ARRAY(a, g->unit_count, loop_executions *);
    r->bodies_differ = ARENA_ARRAY(a, g->unit_count, bool);
    r->was_sampled = ARENA_ARRAY(a, g->unit_count, bool);
    r->was_taken = ARENA_ARRAY(a, g->unit_count, bool);
    r->weighings = ARENA_ARRAY(a, g->unit_count, weighing *);
    r->was_unmatched = ARENA_ARRAY(a, g->unit_count, bool);
    r->was_guessed = ARENA_ARRAY(a, g->unit_count, bool);
    r->period = ARENA_ARRAY(a, g->unit_count, int64_t);
    r->array_lines = ARENA_ARRAY(a, est->level_count * g->program->variable_count, double);
    probability_find(r);
}

int run_rank(const run *r, int place)
{
    return r->merged ? r->merged->rank[place] : place;
}

int run_place(const run *r, int rank)
{
    const clock_classes *m = r->merged;
    if (!m)
        return rank;
    int place = 0;
    for (int k = 0; k < m->axes; k++) {
        int at = 0, coord = rank / m->stride[k] % m->extent[k];
        while (m->cut[k].first[at + 1] <= coord)
            at++;
        place += at * m->step[k];
    }
    return place;
}

/* Each axis repeats what those after it have, stretch by stretch. */
const int *run_places(const run *r)
{
    const clock_classes *m = r->merged;
    if (!m)
        return NULL;
    int *place_of = ARENA_ARRAY(r->scratch, r->procs, int);
    for (int k = m->axes - 1; k >= 0; k--)
        for (int at = 0, stretch = 0; at < m->extent[k]; at++) {
            stretch += at == m->cut[k].first[stretch + 1];
            for (int i = 0; i < m->stride[k]; i++)
                place_of[at * m->stride[k] + i] = place_of[i] + stretch * m->step[k];
        }
    return place_of;
}

int64_t run_place_size(const run *r, int place)
{
    return r->merged ? r->merged->size[place] : 1;
}

arena *run_memory(run *r, const aag_unit *u, arena *old)
{
    if (!old)
        return r->scratch;
    arena **again = &r->est->again[u->id];
    if (!*again)
        *again = arena_new_under(r->est->ctx->arena);
    arena_clear(*again);
    return *again;
}

void run_fail(run *r, source_range where, const char *what)
{
    if (r->has_failed)
        return;
    r->has_failed = true;
    if (what)
        diag_report(r->est->ctx->diags, DIAG_ERROR, "range", where, "%s", what);
    else
        env_report_failure(r->env, where);
}

int64_t run_eval(run *r, const expr *x, source_range where)
{
    if (x->kind == EXPR_INT)
        return x->u.value;
    if (r->has_failed)
        return 0;
    bool ok = true;
    int64_t v = expr_eval(r->env, x, &ok);
    if (!ok)
        run_fail(r, where, NULL);
    return v;
}

bool run_value(run *r, const expr *x, int64_t *value)
{
    bool ok = true;
    *value = expr_eval(r->env, x, &ok);
    if (!ok)
        env_forget_failure(r->env);
    return ok;
}

int64_t run_step(run *r, const aag_unit *u)
{
    bool ok = true;
    if (r->has_failed)
        return 0;
    int64_t step = env_step(r->env, &u->range, u->loop->direction, &ok);
    if (!ok)
        run_fail(r, u->where, NULL);
    return step;
}

bool run_is_set_by_user(const run *r, const param *p)
{
    for (int i = 0; i < r->set_count; i++)
        if (expr_is_set_by(p, r->set[i].name))
            return true;
    return false;
}

void run_set_rank(run *r, int rank)
{
    env_set_rank(r->env, rank);
    for (int i = 0; i < r->rank_vars.count; i++)
        env_set_loop_var(r->env, r->rank_vars.data[i].var, r->rank_vars.data[i].value[rank]);
}

const dim_mapping *run_dim(run *r, const axis_map *axis, source_range where)
{
    for (int i = 0; i < r->axes.count; i++)
        if (r->axes.data[i].axis == axis)
            return &r->axes.data[i].dim;
    axis_value v = {.axis = axis};
    bool ok = true;
    if (!env_dim_mapping(r->env, axis, &v.dim, &ok)) {
        run_fail(r, where, NULL);
        return NULL;
    }
    /* An axis that stands where a loop variable says is not kept. */
    if (axis->offset && axis->offset->uses_loop_var) {
        r->moving_axis = v.dim;
        return &r->moving_axis;
    }
    VEC_PUSH(r->scratch, &r->axes, v);
    return &r->axes.data[r->axes.count - 1].dim;
}

grid_coords run_coords(run *r, const proc_grid *grid)
{
    for (int i = 0; i < r->coords.count; i++)
        if (r->coords.data[i].grid == grid)
            return r->coords.data[i];
    int *coord = ARENA_ARRAY(r->scratch, r->procs * grid->rank, int);
    int *extent = ARENA_ARRAY(r->scratch, grid->rank, int);
    for (int k = 0; k < grid->rank; k++)
        extent[k] = env_extent(r->env, grid, k);
    env_coords(r->env, grid, coord);
    grid_coords known = {grid, coord, extent};
    VEC_PUSH(r->scratch, &r->coords, known);
    return known;
}

bool run_at_home(run *r, const home *at, int rank, source_range where)
{
    if (!at || !at->grid)
        return true;
    for (int k = 0; k < at->grid->rank; k++) {
        int coord = env_coord(r->env, at->grid, k, rank);
        if (coord < 0)
            return false;
        const home_axis *axis = &at->axis[k];
        if (!axis->is_restricted || axis->map.source == AXIS_REPLICATED)
            continue;
        const dim_mapping *dim = run_dim(r, &axis->map, where);
        int64_t index = run_eval(r, axis->index, where), step = axis->step ? axis->step : 1;
        if (!dim)
            return false;
        if (axis->last ? !mapping_local_count(
                             dim, (section){index, run_eval(r, axis->last, where), step}, coord)
                       : mapping_owner(dim, index) != coord)
            return false;
    }
    return true;
}

int64_t run_trips(int64_t lower, int64_t upper, int64_t step)
{
    if (step > 0)
        return upper < lower ? 0 : (upper - lower) / step + 1;
    if (step < 0)
        return upper > lower ? 0 : (lower - upper) / -step + 1;
    return 0;
}
