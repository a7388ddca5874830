#include "estimator/simulate/iteration_period.h"

#include "estimator/block/reference_groups.h"
#include "estimator/run/moving.h"
#include "estimator/run/probability.h"
#include "estimator/run/regime.h"
#include "estimator/run/run.h"

/* Which iterations of a loop that communicates do the same: those a period
 * apart, in stretches in which no test of the loop's variable turns. */

/* Does every occurrence of the variable stand below a remainder, where it has a
 * period, or in a comparison with nothing else that varies, which holds until
 * it turns? */
static bool is_known_flow(const expr *x, uint64_t var, uint64_t bound)
{
    if (!(x->loop_vars & var))
        return true;
    if (x->kind == EXPR_LOOP_VAR)
        return false;
    bool affine = expr_is_piecewise_affine(x, var);
    if (x->kind == EXPR_MOD && affine && !(x->u.op.operand[1]->loop_vars & var))
        return true;
    bool compares =
        x->kind == EXPR_LT || x->kind == EXPR_LE || x->kind == EXPR_EQ || x->kind == EXPR_NE;
    if (compares && affine && (x->loop_vars & bound) == var)
        return true;
    for (int i = 0; i < x->u.op.count; i++)
        if (!is_known_flow(x->u.op.operand[i], var, bound))
            return false;
    return true;
}

void period_analyse(estimator *est)
{
    const aag_graph *g = est->graph;
    for (int i = 0; i < g->unit_count; i++) {
        const aag_unit *u = g->units[i];
        if (!u->has_comm || !aag_is_iteration(u->cls))
            continue;
        unit_info *info = &est->unit[i];
        placed_indices placed;
        bool all;
        moving_exprs moving = moving_find_in_loop(est, u, &placed, &all);
        info->moving_count = moving.count;
        info->moving = moving.data;
        info->placed_count = placed.count;
        info->placed = placed.data;
        info->is_known_flow =
            (!u->loop || !u->loop->split_on) && (all || reference_groups_move_alike(est, u));
        for (int k = 0; k < moving.count && info->is_known_flow; k++)
            info->is_known_flow = is_known_flow(moving.data[k], info->var, info->bound);
    }
}

/* --- Windows: stretches of iterations in which no test turns ---------------- */

static void note_tests(run *r, const expr *x, uint64_t var, uint64_t bound, uint64_t *hash)
{
    if (!(x->loop_vars & var) || x->kind == EXPR_LOOP_VAR || x->kind == EXPR_MOD)
        return;
    bool compares =
        x->kind == EXPR_LT || x->kind == EXPR_LE || x->kind == EXPR_EQ || x->kind == EXPR_NE;
    if (compares && (x->loop_vars & bound) == var) {
        source_range nowhere = {0};
        int64_t a = run_eval(r, x->u.op.operand[0], nowhere);
        int64_t b = run_eval(r, x->u.op.operand[1], nowhere);
        *hash = hash_mix(*hash, (uint64_t)((a > b) - (a < b) + 2));
        return;
    }
    for (int i = 0; i < x->u.op.count; i++)
        note_tests(r, x->u.op.operand[i], var, bound, hash);
}

/* The axis on which the index's owner is asked for; null: it has no one. */
static const dim_mapping *dim_of(run *r, const placed_index *at)
{
    source_range nowhere = {0};
    return run_dim(r, at->map, nowhere);
}

static int owner_of(run *r, const placed_index *at)
{
    source_range nowhere = {0};
    const dim_mapping *dim = dim_of(r, at);
    return dim ? mapping_owner(dim, run_eval(r, at->index, nowhere)) : -1;
}

/* In step with the loop, owners of blocks change in one direction, so that those who are the same
 * at both ends of a stretch are so between them. Those of cycles are the same in all steps. */
static uint64_t tests_of_step(const stepper *s, int64_t first)
{
    const unit_info *info = &s->r->est->unit[s->u->id];
    const loop_values *v = s->r->values[s->u->id];
    uint64_t hash = 0;
    for (int64_t k = 0; k < s->length; k++) {
        env_set_loop_var(s->r->env, s->u->var, v->lower[0] + (first + k) * v->step);
        for (int i = 0; i < info->moving_count; i++)
            if (!ignores_unknown(s->r, info->moving[i]))
                note_tests(s->r, info->moving[i], info->var, info->bound, &hash);
        for (int i = 0; i < info->placed_count; i++)
            if (info->placed[i].map)
                hash = hash_mix(hash, (uint64_t)owner_of(s->r, &info->placed[i]));
    }
    return hash;
}

/* Affine differences keep their sign in one interval, so it can be halved for. */
int64_t stable_window(const stepper *s, int64_t first, int64_t most)
{
    const unit_info *info = &s->r->est->unit[s->u->id];
    if (!info->moving_count && !info->placed_count)
        return most;
    uint64_t tests = tests_of_step(s, first);
    int64_t good = 0, bad = most;
    if (tests_of_step(s, first + (most - 1) * s->length) == tests)
        return most;
    while (bad - good > 1) {
        int64_t middle = good + (bad - good) / 2;
        if (tests_of_step(s, first + middle * s->length) == tests)
            good = middle;
        else
            bad = middle;
    }
    return good + 1;
}

static void set_iteration(run *r, const aag_unit *u, int64_t k)
{
    const loop_values *v = r->values[u->id];
    env_set_loop_var(r->env, u->var, v->lower[0] + k * v->step);
}

/* Outside of the template blocks go round, and owners change in no direction; outside of the array
 * nothing moves. */
static bool is_inside(run *r, const placed_index *at, const dim_mapping *dim)
{
    source_range nowhere = {0};
    int64_t index = run_eval(r, at->index, nowhere);
    if (at->extent && (index < 0 || index >= run_eval(r, at->extent, nowhere)))
        return false;
    int64_t cell = dim ? dim->stride * index + dim->offset - dim->lower : 0;
    return !dim || !dist_is_interval(dim->kind) || (cell >= 0 && cell < dim->extent);
}

int64_t owner_changes(run *r, const aag_unit *u, int64_t count)
{
    const unit_info *info = &r->est->unit[u->id];
    int64_t changes = 0;
    for (int i = 0; i < info->placed_count; i++) {
        const placed_index *at = &info->placed[i];
        const dim_mapping *dim = at->map ? dim_of(r, at) : NULL;
        int owner[2] = {0};
        for (int end = 0; end < 2; end++) {
            set_iteration(r, u, end ? count - 1 : 0);
            if (!is_inside(r, at, dim))
                return -1;
            owner[end] = dim && dist_is_interval(dim->kind) ? owner_of(r, at) : 0;
        }
        changes += owner[0] < owner[1] ? owner[1] - owner[0] : owner[0] - owner[1];
    }
    return changes;
}

/* Indices after which an axis has been dealt out once. */
static int64_t round_of_axis(run *r, const axis_map *axis)
{
    source_range nowhere = {0};
    const dim_mapping *dim = run_dim(r, axis, nowhere);
    return dim && !dist_is_interval(dim->kind) ? dim->block * dim->procs : 1;
}

int64_t iteration_period(run *r, const aag_unit *u)
{
    const unit_info *info = &r->est->unit[u->id];
    int64_t length = 1;
    for (int i = 0; i < info->moving_count; i++)
        if (!ignores_unknown(r, info->moving[i]))
            length = regime_lcm(length, expr_period(r, info->moving[i], info->var));
    for (int i = 0; i < info->placed_count; i++)
        if (info->placed[i].map)
            length = regime_lcm(length, round_of_axis(r, info->placed[i].map));
    return length;
}

/* --- Turns --------------------------------------------------------------------- */

static int64_t turn_of_home(run *r, const home *at, uint64_t var)
{
    int64_t turn = 1;
    for (int k = 0; at && at->grid && k < at->grid->rank; k++) {
        const home_axis *axis = &at->axis[k];
        if (!axis->is_restricted || !(axis->index->loop_vars & var))
            continue;
        turn = regime_lcm(turn, expr_period(r, axis->index, var));
        turn = regime_lcm(turn, round_of_axis(r, &axis->map));
    }
    return turn;
}

/* Where its elements come from. */
static int64_t turn_of_source(run *r, const communication *c)
{
    int64_t turn = 1;
    for (int k = 0; c->source.grid && k < c->source.grid->rank; k++)
        turn = regime_lcm(turn, round_of_axis(r, &c->source.axis[k]));
    return turn;
}

int64_t distribution_period(run *r, const aag_unit *u)
{
    const estimator *est = r->est;
    uint64_t var = est->unit[u->id].var;
    int64_t turn = iteration_period(r, u);
    for (int id = u->id + 1; id <= u->last; id++) {
        const aag_unit *inner = est->graph->units[id];
        turn = regime_lcm(turn, turn_of_home(r, inner->on, var));
        if (inner->comm && (est->unit[id].own & var))
            turn = regime_lcm(turn, turn_of_source(r, inner->comm));
        for (int i = 0; i < inner->step_count && inner->cls == AAG_SEQ; i++)
            turn = regime_lcm(turn, turn_of_home(r, &est->unit[id].steps[i].at, var));
    }
    return turn;
}
