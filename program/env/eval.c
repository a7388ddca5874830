/* Evaluation: each expression once for as long as its value holds. */

#include "program/env/internal.h"
#include "program/expr/integer.h"
#include "program/expr/slice.h"

#include <assert.h>
#include <string.h>

__extension__ typedef __int128 int128;

bool env_fail(env *e, env_fault fault)
{
    if (e->fault.kind == FAULT_NONE)
        e->fault = fault;
    return false;
}

static bool fail(env *e, env_fault_kind kind, const expr *at)
{
    return env_fail(e, (env_fault){.kind = kind, .at = at});
}

static bool compute(env *e, const expr *x, int64_t *out);

/* A constant, or a value that still holds, is only looked up. */
static inline bool value_of(env *e, const expr *x, int64_t *out)
{
    if (x->kind == EXPR_INT) {
        *out = x->u.value;
        return true;
    }
    const int depends = (x->uses_coord ? USES_COORD : 0) | (x->uses_loop_var ? USES_LOOP_VAR : 0);
    if (x->id >= e->value_count || e->value[x->id].stamp < e->since[depends])
        return compute(e, x, out);
    *out = e->value[x->id].value;
    return true;
}

bool env_value_of(env *e, const expr *x, int64_t *out)
{
    return value_of(e, x, out);
}

/* Puts a 128-bit result into 64. */
static bool narrow(env *e, const expr *x, int128 value, int64_t *out)
{
    if (value < INT64_MIN || value > INT64_MAX)
        return fail(e, FAULT_OVERFLOW, x);
    *out = (int64_t)value;
    return true;
}

static bool eval_sum(env *e, const expr *x, int64_t *out)
{
    int128 sum = 0;
    for (int i = 0; i < x->u.op.count; i++) {
        int64_t v;
        if (!value_of(e, x->u.op.operand[i], &v))
            return false;
        sum += v;
    }
    return narrow(e, x, sum, out);
}

/* A partial product may leave 64 bits before a factor 0 makes it 0. */
static bool eval_product(env *e, const expr *x, int64_t *out)
{
    int64_t product = 1;
    bool is_lost = false, is_zero = false;
    for (int i = 0; i < x->u.op.count; i++) {
        int64_t v;
        if (!value_of(e, x->u.op.operand[i], &v))
            return false;
        is_zero |= v == 0;
        is_lost |= __builtin_mul_overflow(product, v, &product);
    }
    if (is_lost && !is_zero)
        return fail(e, FAULT_OVERFLOW, x);
    *out = is_zero ? 0 : product;
    return true;
}

static bool eval_quotient(env *e, const expr *x, int64_t *out)
{
    int64_t a, b;
    if (!value_of(e, x->u.op.operand[0], &a) || !value_of(e, x->u.op.operand[1], &b))
        return false;
    if (b == 0)
        return fail(e, FAULT_DIVISION, x);
    if (b == -1) { /* INT64_MIN / -1 leaves 64 bits; modulo -1 is 0 */
        *out = 0;
        return x->kind == EXPR_MOD || narrow(e, x, -(int128)a, out);
    }
    const int64_t r = a % b;
    const bool is_above = r != 0 && (r < 0) != (b < 0); /* of the floor */
    *out = x->kind == EXPR_MOD ? r + (is_above ? b : 0) : a / b - is_above;
    return true;
}

static bool eval_power(env *e, const expr *x, int64_t *out)
{
    const int64_t base = x->u.op.operand[0]->u.value;
    int64_t v;
    if (!value_of(e, x->u.op.operand[1], &v))
        return false;
    if (x->kind == EXPR_POWER)
        return int_power(base, v, out) || fail(e, FAULT_OVERFLOW, x);
    *out = int_log(base, v);
    return true;
}

static bool eval_extremum(env *e, const expr *x, int64_t *out)
{
    if (!value_of(e, x->u.op.operand[0], out))
        return false;
    for (int i = 1; i < x->u.op.count; i++) {
        int64_t v;
        if (!value_of(e, x->u.op.operand[i], &v))
            return false;
        if (x->kind == EXPR_MIN ? v < *out : v > *out)
            *out = v;
    }
    return true;
}

static bool eval_comparison(env *e, const expr *x, int64_t *out)
{
    int64_t a, b;
    if (!value_of(e, x->u.op.operand[0], &a) || !value_of(e, x->u.op.operand[1], &b))
        return false;
    switch (x->kind) {
    case EXPR_LT:
        *out = a < b;
        return true;
    case EXPR_LE:
        *out = a <= b;
        return true;
    case EXPR_EQ:
        *out = a == b;
        return true;
    case EXPR_NE:
        *out = a != b;
        return true;
    case EXPR_INT:
    case EXPR_PARAM:
    case EXPR_LOOP_VAR:
    case EXPR_COORD:
    case EXPR_EXTENT:
    case EXPR_ADD:
    case EXPR_MUL:
    case EXPR_FLOOR_DIV:
    case EXPR_MOD:
    case EXPR_MIN:
    case EXPR_MAX:
    case EXPR_SELECT:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_NOT:
    case EXPR_POWER:
    case EXPR_LOG:
    case EXPR_SLICE:
    case EXPR_COUNT:
        break;
    }
    assert(false && "a comparison");
    return false;
}

/* An operand that decides the result does so even where another fails. */
static bool eval_junction(env *e, const expr *x, int64_t *out)
{
    const bool decisive = x->kind == EXPR_OR;
    const env_fault before = e->fault;
    bool is_known = true;
    for (int i = 0; i < x->u.op.count; i++) {
        int64_t v;
        if (!value_of(e, x->u.op.operand[i], &v)) {
            is_known = false;
        } else if ((v != 0) == decisive) {
            e->fault = before;
            *out = decisive;
            return true;
        }
    }
    *out = !decisive;
    return is_known;
}

void env_grow_params(env *e)
{
    const int count = expr_pool_param_count(e->pool);
    env_param *fresh = ARENA_ARRAY(e->ctx->arena, count, env_param);
    if (e->param_count)
        memcpy(fresh, e->param, (size_t)e->param_count * sizeof *fresh);
    e->param = fresh;
    e->param_count = count;
}

/* Where the integers of a loop cannot be followed, --set and hints still tell how often it is
 * executed. */
static env_fault trip_fault(const env *e, const param *p, const expr *at)
{
    bool is_lost = e->fault.kind == FAULT_STEPS || e->fault.kind == FAULT_OVERFLOW ||
                   e->fault.kind == FAULT_DIVISION || e->fault.kind == FAULT_INDEX;
    env_fault own = {.kind = FAULT_UNRESOLVED, .at = at, .param = p, .extent = SLICE_STEPS_MOST};
    env_fault found = e->fault;
    if (found.kind == FAULT_ENDLESS)
        found.param = p; /* its place is the loop's */
    return is_lost ? own : found;
}

static bool eval_param(env *e, const param *p, const expr *at, int64_t *out)
{
    if (p->id >= e->param_count)
        env_grow_params(e);
    env_param *state = &e->param[p->id];
    state->is_used = true;
    if (!state->is_known)
        for (int i = 0; i < e->values.count; i++)
            if (expr_is_set_by(p, e->values.set[i].name)) {
                state->value = e->values.set[i].value;
                state->is_known = true;
            }
    if (!state->is_known) {
        if (!p->value)
            return env_fail(e, (env_fault){.kind = FAULT_UNRESOLVED, .at = at, .param = p});
        if (state->is_busy)
            return env_fail(e, (env_fault){.kind = FAULT_CIRCULAR, .at = at, .param = p});
        assert(!p->value->uses_loop_var && !p->value->uses_coord);
        state->is_busy = true;
        int64_t value;
        const bool is_known = value_of(e, p->value, &value);
        state = &e->param[p->id]; /* the table may have grown */
        state->is_busy = false;
        if (!is_known && p->origin == PARAM_TRIP)
            e->fault = trip_fault(e, p, at);
        if (!is_known)
            return false;
        state->value = value;
        state->is_known = true;
    }
    *out = state->value;
    return true;
}

static bool eval_leaf(env *e, const expr *x, int64_t *out)
{
    if (x->kind == EXPR_PARAM)
        return eval_param(e, x->u.param, x, out);
    if (x->kind == EXPR_LOOP_VAR) {
        const int id = x->u.var->id;
        if (id >= e->loop_var_count || !e->loop_var[id].is_set)
            return fail(e, FAULT_LOOP_VAR, x);
        *out = e->loop_var[id].value;
        return true;
    }
    const env_grid *grid = env_find_grid(e, x->u.on.grid);
    if (!grid || !grid->is_bound)
        return fail(e, FAULT_GRID, x);
    *out = x->kind == EXPR_COORD ? grid->coord[x->u.on.axis] : grid->extent[x->u.on.axis];
    return true;
}

static bool eval_kind(env *e, const expr *x, int64_t *out)
{
    int64_t condition;
    switch (x->kind) {
    case EXPR_INT:
        *out = x->u.value;
        return true;
    case EXPR_PARAM:
    case EXPR_LOOP_VAR:
    case EXPR_COORD:
    case EXPR_EXTENT:
        return eval_leaf(e, x, out);
    case EXPR_ADD:
        return eval_sum(e, x, out);
    case EXPR_MUL:
        return eval_product(e, x, out);
    case EXPR_FLOOR_DIV:
    case EXPR_MOD:
        return eval_quotient(e, x, out);
    case EXPR_MIN:
    case EXPR_MAX:
        return eval_extremum(e, x, out);
    case EXPR_SELECT:
        return value_of(e, x->u.op.operand[0], &condition) &&
               value_of(e, x->u.op.operand[condition ? 1 : 2], out);
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_EQ:
    case EXPR_NE:
        return eval_comparison(e, x, out);
    case EXPR_AND:
    case EXPR_OR:
        return eval_junction(e, x, out);
    case EXPR_NOT:
        if (!value_of(e, x->u.op.operand[0], &condition))
            return false;
        *out = !condition;
        return true;
    case EXPR_POWER:
    case EXPR_LOG:
        return eval_power(e, x, out);
    case EXPR_SLICE:
        return env_run_slice(e, x, out);
    case EXPR_COUNT:
        return env_count(e, x, out);
    }
    return false;
}

static void grow_values(env *e)
{
    const int count = expr_pool_size(e->pool);
    env_value *fresh = ARENA_ARRAY(e->ctx->arena, count + count / 4 + 16, env_value);
    if (e->value_count)
        memcpy(fresh, e->value, (size_t)e->value_count * sizeof *fresh);
    e->value = fresh;
    e->value_count = count + count / 4 + 16;
}

static bool compute(env *e, const expr *x, int64_t *out)
{
    int64_t value;
    if (!eval_kind(e, x, &value))
        return false;
    if (x->id >= e->value_count)
        grow_values(e);
    e->value[x->id] = (env_value){value, e->clock};
    *out = value;
    return true;
}

int64_t expr_eval(env *e, const expr *x, bool *ok)
{
    int64_t value;
    if (value_of(e, x, &value))
        return value;
    *ok = false;
    return 0;
}
