#include "estimator/run/regime.h"

#include "estimator/run/run.h"
#include "program/expr/integer.h"

/* A number of executions, as a function of a loop variable, is a polynomial as
 * long as nothing inside it changes its mind: no comparison turns, no maximum
 * passes to another operand, no range runs empty, no index enters or leaves the
 * processor's block. All of these compare affine functions, so what goes the
 * same way at both ends of an interval goes that way between them. This file
 * writes down which way they go; block/count.c compares the notes.
 *
 * Quotients and remainders are affine only in steps of a period. So is what a block of cells holds
 * of indices outside the template, where the blocks go round: how many cells they have in all is
 * noted in run.beyond, and is to be part of the period. */

uint64_t hash_mix(uint64_t hash, uint64_t value)
{
    hash ^= value + UINT64_C(0x9e3779b97f4a7c15) + (hash << 6) + (hash >> 2);
    hash *= UINT64_C(0xff51afd7ed558ccd);
    return hash ^ (hash >> 32);
}

/* What a guard beside it leaves without a value (`j != 0 && 20 / j > 5`): like nothing else, so
 * that nothing is concluded from one iteration for another. */
static void note_undefined(run *r, uint64_t *hash)
{
    *hash = hash_mix(*hash, ++r->undefined);
}

static void note_sign(uint64_t *hash, int64_t a, int64_t b)
{
    *hash = hash_mix(*hash, (uint64_t)((a > b) - (a < b) + 2));
}

static int64_t value(run *r, const expr *x)
{
    source_range nowhere = {0};
    return run_eval(r, x, nowhere);
}

/* How the operands of a comparison or an extremum compare. */
static void regime_of_order(run *r, const expr *x, uint64_t *hash)
{
    for (int i = 0; i < x->u.op.count; i++)
        for (int k = 0; k < i; k++) {
            int64_t a, b;
            if (run_value(r, x->u.op.operand[i], &a) && run_value(r, x->u.op.operand[k], &b))
                note_sign(hash, a, b);
            else
                note_undefined(r, hash);
        }
}

/* Which way a number goes as a condition: below zero, zero, or above, so that what is above at one
 * end of an interval and below at the other is not taken for the same. */
void regime_of_condition(run *r, const expr *x, uint64_t varying, uint64_t *hash)
{
    if (!x || !(x->loop_vars & varying) || r->has_failed)
        return;
    int64_t number;
    regime_hash(r, x, varying, hash);
    if (run_value(r, x, &number))
        note_sign(hash, number, 0);
    else
        note_undefined(r, hash);
}

static void regime_of_choice(run *r, const expr *x, uint64_t varying, uint64_t *hash)
{
    const expr *const *op = (const expr *const *)x->u.op.operand;
    int64_t condition;
    regime_of_condition(r, op[0], varying, hash);
    if (!run_value(r, op[0], &condition)) {
        note_undefined(r, hash);
        return;
    }
    *hash = hash_mix(*hash, (uint64_t)(condition != 0));
    regime_hash(r, condition ? op[1] : op[2], varying, hash);
}

/* Where the template cell of `index` is relative to the block of coordinate p. */
static int side_of_block(run *r, const dim_mapping *dim, int64_t index, int64_t p)
{
    int64_t cell = dim->stride * index + dim->offset - dim->lower, first, last;
    int64_t cells = dim->block * dim->procs;
    if (dim->kind == DIST_BLOCK && (cell < 0 || cell >= cells))
        r->beyond = regime_lcm(r->beyond, cells);
    if (p < 0 || p >= dim->procs)
        return 0; /* it has none */
    mapping_interval(dim, (int)p, &first, &last);
    return (cell > last) - (cell < first);
}

static void regime_of_count(run *r, const expr *x, uint64_t *hash)
{
    const expr *const *op = (const expr *const *)x->u.op.operand;
    source_range nowhere = {0};
    const dim_mapping *dim = run_dim(r, x->axis, nowhere);
    int64_t lower = value(r, op[0]), upper = value(r, op[1]), step = value(r, op[2]);
    if (!dim || !step)
        return;
    note_sign(hash, run_trips(lower, upper, step), 0);
    if (!dist_is_interval(dim->kind))
        return;
    int64_t c = value(r, op[3]), d = value(r, op[4]), p = value(r, op[5]);
    int64_t last = lower + (run_trips(lower, upper, step) - 1) * step;
    *hash = hash_mix(*hash, (uint64_t)(side_of_block(r, dim, c * lower + d, p) + 2));
    *hash = hash_mix(*hash, (uint64_t)(side_of_block(r, dim, c * last + d, p) + 2));
}

static void regime_of_operands(run *r, const expr *x, uint64_t varying, uint64_t *hash)
{
    for (int i = 0; i < x->u.op.count; i++) {
        const expr *one = x->u.op.operand[i];
        if (!expr_is_leaf(one->kind)) /* most are, and nothing is decided there */
            regime_hash(r, one, varying, hash);
    }
}

void regime_hash(run *r, const expr *x, uint64_t varying, uint64_t *hash)
{
    if (!x || !(x->loop_vars & varying) || r->has_failed)
        return;
    switch (x->kind) {
    case EXPR_INT:
    case EXPR_PARAM:
    case EXPR_LOOP_VAR:
    case EXPR_COORD:
    case EXPR_EXTENT:
        return;
    case EXPR_ADD:
    case EXPR_MUL:
    case EXPR_FLOOR_DIV:
    case EXPR_MOD:
    case EXPR_POWER:
    case EXPR_LOG:
    case EXPR_SLICE:
        regime_of_operands(r, x, varying, hash);
        return;
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_NOT:
        for (int i = 0; i < x->u.op.count; i++)
            regime_of_condition(r, x->u.op.operand[i], varying, hash);
        return;
    case EXPR_MIN:
    case EXPR_MAX:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_EQ:
    case EXPR_NE:
        regime_of_operands(r, x, varying, hash);
        regime_of_order(r, x, hash);
        return;
    case EXPR_SELECT:
        regime_of_choice(r, x, varying, hash);
        return;
    case EXPR_COUNT:
        regime_of_operands(r, x, varying, hash);
        regime_of_count(r, x, hash);
        return;
    }
}

void regime_of_home(run *r, const home *at, int rank, uint64_t varying, uint64_t *hash)
{
    source_range nowhere = {0};
    for (int k = 0; at && at->grid && k < at->grid->rank; k++) {
        const home_axis *axis = &at->axis[k];
        if (!axis->is_restricted || !(axis->index->loop_vars & varying))
            continue;
        regime_hash(r, axis->index, varying, hash);
        const dim_mapping *dim = run_dim(r, &axis->map, nowhere);
        if (!dim || !dist_is_interval(dim->kind))
            continue;
        int coord = env_coord(r->env, at->grid, axis->map.axis, rank);
        *hash =
            hash_mix(*hash, (uint64_t)(side_of_block(r, dim, value(r, axis->index), coord) + 2));
    }
}

int64_t regime_lcm(int64_t a, int64_t b)
{
    const int64_t most = INT64_C(1) << 30;
    int64_t g = int_gcd(a, b);
    int64_t m = g ? a / g : a;
    /* Longer periods than this are walked anyway. */
    return m > most / (b ? b : 1) ? most : m * b;
}

static int64_t times(int64_t a, int64_t b)
{
    const int64_t most = INT64_C(1) << 30;
    if (b < 0)
        b = -b;
    if (!b)
        return 1;
    return a > most / b ? most : a * b;
}

/* A number that a period is a multiple of. */
static int64_t part_of_period(run *r, const expr *x)
{
    r->period_moves |= x->loop_vars != 0;
    return value(r, x);
}

int64_t expr_period(run *r, const expr *x, uint64_t varying)
{
    if (!x || !(x->loop_vars & varying) || x->kind == EXPR_LOOP_VAR)
        return 1;
    const expr *const *op = (const expr *const *)x->u.op.operand;
    int64_t period = 1, divisor;
    for (int i = 0; i < x->u.op.count; i++)
        period = regime_lcm(period, expr_period(r, op[i], varying));
    switch (x->kind) {
    case EXPR_MUL:
        /* A factor of one variable is a period of others beside it: of a + 3c == b - 8 a c is there
         * for each third b only. */
        for (int i = 0; i < x->u.op.count; i++)
            if (!(op[i]->loop_vars & varying))
                period = times(period, part_of_period(r, op[i]));
        return period;
    case EXPR_FLOOR_DIV:
    case EXPR_MOD:
        r->period_moves |= op[1]->loop_vars != 0;
        return run_value(r, op[1], &divisor) ? times(period, divisor) : period;
    case EXPR_COUNT: {
        source_range nowhere = {0};
        const dim_mapping *dim = run_dim(r, x->axis, nowhere);
        if (!dim)
            return 1;
        period = times(period, part_of_period(r, op[2]));
        return times(period, dist_is_interval(dim->kind) ? part_of_period(r, op[3]) * dim->stride
                                                         : dim->block * dim->procs);
    }
    case EXPR_INT:
    case EXPR_PARAM:
    case EXPR_LOOP_VAR:
    case EXPR_COORD:
    case EXPR_EXTENT:
    case EXPR_ADD:
    case EXPR_MIN:
    case EXPR_MAX:
    case EXPR_SELECT:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_NOT:
    case EXPR_POWER:
    case EXPR_LOG:
    case EXPR_SLICE:
        break;
    }
    return period;
}

bool expr_is_piecewise_affine(const expr *x, uint64_t varying)
{
    if (!x || !(x->loop_vars & varying) || x->kind == EXPR_LOOP_VAR)
        return true;
    const expr *const *op = (const expr *const *)x->u.op.operand;
    int moving = 0;
    for (int i = 0; i < x->u.op.count; i++) {
        if (!expr_is_piecewise_affine(op[i], varying))
            return false;
        moving += (op[i]->loop_vars & varying) != 0;
    }
    switch (x->kind) {
    case EXPR_MUL:
        return moving == 1;
    case EXPR_FLOOR_DIV:
    case EXPR_MOD:
        return !(op[1]->loop_vars & varying);
    case EXPR_POWER:
    case EXPR_LOG:
    case EXPR_SLICE:
        return false;
    case EXPR_COUNT:
        return !((op[2]->loop_vars | op[3]->loop_vars | op[5]->loop_vars) & varying);
    case EXPR_INT:
    case EXPR_PARAM:
    case EXPR_LOOP_VAR:
    case EXPR_COORD:
    case EXPR_EXTENT:
    case EXPR_ADD:
    case EXPR_MIN:
    case EXPR_MAX:
    case EXPR_SELECT:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_NOT:
        break;
    }
    return true;
}
