#include "estimator/evaluate/analyse.h"

#include "estimator/block/alike_places.h"
#include "estimator/block/equivalence.h"
#include "estimator/run/clocks.h"
#include "estimator/run/estimator.h"
#include "estimator/run/ledger.h"
#include "estimator/run/regime.h"
#include "estimator/simulate/async.h"

/* What can be said of a graph before any number is known: which loop variables
 * each subtree depends on, which subtrees every processor executes alike, where
 * the counters of each unit are, and which subtrees are blocks (the paper's
 * "blocks without communication/synchronization", Parashar and Hariri 1996, section 2.3). */

static uint64_t vars_of(const expr *e)
{
    return e ? e->loop_vars : 0;
}

static uint64_t home_vars(const home *at)
{
    uint64_t vars = 0;
    if (at && at->grid)
        for (int k = 0; k < at->grid->rank; k++)
            if (at->axis[k].is_restricted)
                vars |= vars_of(at->axis[k].index);
    return vars;
}

static uint64_t need_vars(const need *n)
{
    uint64_t vars = home_vars(&n->at);
    for (int d = 0; d < n->ref->var->rank; d++)
        vars |= vars_of(n->ref->sub[d].value);
    uint64_t own = 0;
    for (int i = 0; i < n->range_count; i++) {
        const loop_range *r = &n->range[i];
        vars |= vars_of(r->lower) | vars_of(r->upper) | vars_of(r->step);
        own |= loop_var_bit(r->var) & ~LOOP_VARS_SHARED;
    }
    return vars & ~own;
}

/* Loop variables that a communication runs over itself. */
static uint64_t ranged_vars(const communication *c)
{
    uint64_t vars = 0;
    for (int i = 0; i < c->need_count; i++)
        for (int k = 0; k < c->needs[i].range_count; k++)
            vars |= loop_var_bit(c->needs[i].range[k].var);
    return vars;
}

static uint64_t comm_vars(const communication *c)
{
    uint64_t vars = vars_of(c->elements) | home_vars(&c->group);
    for (int i = 0; i < c->need_count; i++)
        vars |= need_vars(&c->needs[i]);
    for (int k = 0; c->source.grid && k < c->source.grid->rank; k++)
        vars |= vars_of(c->source.axis[k].offset);
    return vars;
}

static bool uses_rank(const expr *e)
{
    return e && e->uses_coord;
}

static void own_loop(const aag_unit *u, unit_info *info)
{
    info->own = vars_of(u->trips);
    info->is_rank_free = !uses_rank(u->trips);
    if (!u->var)
        return;
    const loop_node *l = u->loop;
    info->own |= vars_of(u->range.lower) | vars_of(u->range.upper) | vars_of(u->range.step) |
                 vars_of(l->split_c) | vars_of(l->split_d);
    info->bound = info->var = loop_var_bit(u->var);
    info->is_rank_free &= !l->split_on && !uses_rank(u->range.lower) && !uses_rank(u->range.upper);
}

/* Is an axis of a home granted by an enclosing loop that runs only over what
 * the processor owns there? */
static bool is_granted(expr_pool *pool, const aag_unit *u, const proc_grid *grid, int axis,
                       const home_axis *want)
{
    for (const aag_unit *p = u->parent; p; p = p->parent) {
        if (!p->loop || !p->loop->split_on)
            continue;
        const loop_node *l = p->loop;
        if (l->split_on->grid != grid || l->split_on->axis != axis)
            continue;
        const expr *index = expr_add(
            pool, expr_mul(pool, l->split_c, expr_loop_var(pool, l->range.var)), l->split_d);
        if (index == want->index && axis_map_equal(l->split_on, &want->map))
            return true;
    }
    return false;
}

static home remaining_home(expr_pool *pool, const aag_unit *u, const home *at)
{
    home left = {0};
    if (!at || !at->grid)
        return left;
    left = *at;
    bool any_granted = false, any_left = false;
    for (int k = 0; k < at->grid->rank; k++) {
        if (!at->axis[k].is_restricted)
            continue;
        bool granted = is_granted(pool, u, at->grid, k, &at->axis[k]);
        any_granted |= granted;
        any_left |= !granted;
        left.axis[k].is_restricted = !granted;
    }
    if (any_granted && !any_left)
        left.grid = NULL;
    return left;
}

static void own_seq(estimator *est, const aag_unit *u, unit_info *info)
{
    info->steps = ARENA_ARRAY(est->ctx->arena, u->step_count, step_info);
    for (int i = 0; i < u->step_count; i++) {
        home at = remaining_home(est->graph->program->pool, u, u->steps[i].at);
        info->steps[i].at = at;
        info->own |= home_vars(&at);
        info->is_rank_free &= !at.grid;
    }
}

static void own_expressions(estimator *est, const aag_unit *u, unit_info *info)
{
    info->is_rank_free = true;
    switch (u->cls) {
    case AAG_ITER_D:
    case AAG_ITER_SYNC:
    case AAG_ITER_ND:
        own_loop(u, info);
        break;
    case AAG_CONDT_D:
    case AAG_CONDT_SYNC:
        info->own = vars_of(u->test) | home_vars(u->on);
        info->is_rank_free = !uses_rank(u->test) && !(u->on && u->on->grid);
        break;
    case AAG_SEQ:
        own_seq(est, u, info);
        break;
    case AAG_COMM:
    case AAG_SYNC:
    case AAG_SYNC_SEQ:
        info->own = comm_vars(u->comm);
        info->bound = ranged_vars(u->comm);
        break;
    case AAG_START:
    case AAG_END:
    case AAG_SPAWN:
    case AAG_CALL:
        break;
    }
}

static int counters_of(const aag_unit *u)
{
    if (aag_is_iteration(u->cls) || aag_is_condition(u->cls))
        return 2;
    return u->cls == AAG_SEQ ? 1 + u->step_count : 1;
}

static void analyse_list(estimator *est, const aag_unit *list, const aag_unit *loop);

static void analyse_unit(estimator *est, const aag_unit *u, const aag_unit *loop)
{
    unit_info *info = &est->unit[u->id];
    info->loop = loop;
    info->slot = est->slot_count;
    info->slot_count = counters_of(u);
    est->slot_count += info->slot_count;
    own_expressions(est, u, info);

    const aag_unit *inner = aag_is_iteration(u->cls) && u->has_comm ? u : loop;
    analyse_list(est, u->child, inner);
    analyse_list(est, u->other, inner);

    for (int side = 0; side < 2; side++) {
        for (const aag_unit *c = side ? u->other : u->child; c; c = c->next) {
            const unit_info *below = &est->unit[c->id];
            info->body |= below->vars;
            info->bound |= below->bound;
            info->is_rank_free &= below->is_rank_free;
            if (below->loops > info->loops)
                info->loops = below->loops;
        }
    }
    info->vars = info->own | info->body;
    info->loops += aag_is_iteration(u->cls);
}

static void analyse_list(estimator *est, const aag_unit *list, const aag_unit *loop)
{
    for (const aag_unit *u = list; u; u = u->next)
        analyse_unit(est, u, loop);
}

/* Does the variable choose one of several arrays, as in u[l][i][j]? */
static bool chooses_array(const estimator *est, const aag_unit *u, const loop_var *v)
{
    expr_pool *pool = est->graph->program->pool;
    const expr *each, *rest;
    for (int i = 0; i < u->step_count; i++)
        for (int k = 0; k < u->steps[i].access_count; k++) {
            const reference *ref = u->steps[i].accesses[k].ref;
            for (int d = 0; d < ref->var->rank; d++)
                if (ref->sub[d].kind == SUBSCRIPT_VALUE && expr_mentions(ref->sub[d].value, v) &&
                    expr_affine(pool, ref->sub[d].value, v, &each, &rest))
                    return true;
        }
    return false;
}

/* Do loops inside take other steps in each iteration, through arrays that belong to it? So levels
 * do, or their bounds are halved (n >> l); a transform that goes through one array by longer and
 * longer steps does not. */
static void find_levels(const estimator *est, const aag_unit *loop, unit_info *info)
{
    bool has_steps = false, has_bounds = false, has_arrays = false;
    for (int id = loop->id + 1; id <= loop->last; id++) {
        const aag_unit *u = est->graph->units[id];
        has_steps |= u->var && (vars_of(u->range.step) & info->var);
        has_bounds |= u->var && (!expr_is_piecewise_affine(u->range.lower, info->var) ||
                                 !expr_is_piecewise_affine(u->range.upper, info->var));
    }
    for (int id = loop->id + 1; id <= loop->last && (has_steps || has_bounds); id++)
        has_arrays |= chooses_array(est, est->graph->units[id], loop->var);
    info->is_over_levels = (has_steps || has_bounds) && has_arrays;
    info->is_by_level = has_steps && has_arrays && loop->has_comm;
}

static bool home_is_affine(const home *at, uint64_t varying)
{
    for (int k = 0; at && at->grid && k < at->grid->rank; k++)
        if (at->axis[k].is_restricted && !expr_is_piecewise_affine(at->axis[k].index, varying))
            return false;
    return true;
}

/* Are the numbers that decide how often units of the list execute piecewise
 * affine in the varying loop variables? */
static bool list_is_affine(const estimator *est, const aag_unit *list, uint64_t varying)
{
    for (const aag_unit *u = list; u; u = u->next) {
        bool good = true;
        if (u->trips)
            good = expr_is_piecewise_affine(u->trips, varying);
        if (u->var)
            good = good && expr_is_piecewise_affine(u->range.lower, varying) &&
                   expr_is_piecewise_affine(u->range.upper, varying) &&
                   !(vars_of(u->range.step) & varying);
        if (u->loop && u->loop->split_on)
            good = good && !(vars_of(u->loop->split_c) & varying) &&
                   expr_is_piecewise_affine(u->loop->split_d, varying);
        if (u->test)
            good = good && expr_is_piecewise_affine(u->test, varying);
        good = good && home_is_affine(u->on, varying);
        for (int i = 0; i < u->step_count && u->cls == AAG_SEQ; i++)
            good = good && home_is_affine(&est->unit[u->id].steps[i].at, varying);
        if (!good || !list_is_affine(est, u->child, varying) ||
            !list_is_affine(est, u->other, varying))
            return false;
    }
    return true;
}

/* Arrays whose sizes matter: those that are accessed, moved or distributed. */
static void find_arrays(estimator *est)
{
    const aag_graph *g = est->graph;
    est->is_used = ARENA_ARRAY(est->ctx->arena, g->program->variable_count + 1, bool);
    for (int i = 0; i < g->program->variable_count; i++) {
        const array_map *map = g->layout->map ? g->layout->map[i] : NULL;
        est->is_used[i] = map && map->grid;
    }
    for (int i = 0; i < g->unit_count; i++) {
        const aag_unit *u = g->units[i];
        for (int k = 0; k < u->step_count; k++)
            for (int j = 0; j < u->steps[k].access_count; j++)
                est->is_used[u->steps[k].accesses[j].ref->var->id] = true;
        if (u->comm && u->comm->var)
            est->is_used[u->comm->var->id] = true;
    }
}

static void find_blocks(estimator *est)
{
    const aag_graph *g = est->graph;
    est->block_of = ARENA_ARRAY(est->ctx->arena, g->unit_count, int);
    est->blocks = ARENA_ARRAY(est->ctx->arena, g->unit_count, block_info);
    for (int i = 0; i < g->unit_count; i++) {
        const aag_unit *u = g->units[i];
        est->block_of[i] = -1;
        bool is_root = !u->parent || u->parent->has_comm;
        if (u->has_comm || !is_root || u->cls == AAG_START || u->cls == AAG_END)
            continue;
        const unit_info *last = &est->unit[u->last];
        block_info *b = &est->blocks[est->block_count];
        b->unit = u;
        b->slot = est->unit[i].slot;
        b->slot_count = last->slot + last->slot_count - b->slot;
        est->block_of[i] = est->block_count++;
        for (int id = u->id; id <= u->last; id++)
            est->unit[id].is_inside = true;
    }
}

/* Where the id goes with a loop, several of the same unit may be under way. */
static void find_operations(estimator *est)
{
    const aag_graph *g = est->graph;
    for (int i = 0; i < g->unit_count; i++)
        est->has_posts |= g->units[i]->comm && (g->units[i]->comm->kind == COMM_POST ||
                                                g->units[i]->comm->kind == COMM_PUT ||
                                                g->units[i]->comm->kind == COMM_GET);
    est->operations = ARENA_ARRAY(est->ctx->arena, ASYNC_SLOTS * g->unit_count, const aag_unit *);
    for (int i = 0; i < g->unit_count; i++) {
        const communication *c = g->units[i]->comm;
        est->unit[i].operation = -1;
        if (!c || !c->async || c->kind == COMM_WAIT)
            continue;
        est->unit[i].operation = est->operation_count;
        for (int k = 0; k < async_slots(c); k++)
            est->operations[est->operation_count++] = g->units[i];
    }
}

void analyse(estimator *est)
{
    const aag_graph *g = est->graph;
    est->unit = ARENA_ARRAY(est->ctx->arena, g->unit_count, unit_info);
    analyse_list(est, g->root, NULL);
    for (int i = 0; i < g->unit_count; i++) {
        const aag_unit *u = g->units[i];
        if (u->var)
            est->unit[i].is_affine = list_is_affine(est, u->child, est->unit[i].bound);
        if (u->var && aag_is_iteration(u->cls))
            find_levels(est, u, &est->unit[i]);
    }
    find_blocks(est);
    find_operations(est);
    find_arrays(est);
    ledger_plan(est);
    count_classes_analyse(est);
    alike_places_analyse(est);
}
