#include "estimator/formula/builder.h"

#include "program/expr/integer.h"

/* Expressions of the graph as they are on one processor: what says where it is becomes a number
 * counted from the end of the axis that it is at, and what has several cases has the one that holds
 * here, under a condition. */

static const expr *give_up(builder *b, const char *why)
{
    if (!b->why)
        b->why = why;
    return NULL;
}

static bool is_name(const builder *b, const param *p)
{
    for (int i = 0; i < b->names.count; i++)
        if (b->names.data[i].name == p)
            return true;
    return false;
}

/* --- Values here ---------------------------------------------------------------- */

static bool fold(builder *b, const expr *x, int64_t *value)
{
    int64_t v;
    for (int i = 0; i < x->u.op.count; i++) {
        if (!resolve_value(b, x->u.op.operand[i], &v))
            return false;
        if (!i)
            *value = v;
        else if (!expr_pair_value(x->kind, *value, v, value))
            return false;
    }
    return true;
}

bool resolve_value(builder *b, const expr *x, int64_t *value)
{
    int64_t p, q;
    if (x->kind == EXPR_PARAM && is_name(b, x->u.param))
        return resolve_value(b, x->u.param->value, value);
    if (x->kind == EXPR_ADD || x->kind == EXPR_MUL)
        return fold(b, x, value);
    if (expr_is_leaf(x->kind) || x->kind == EXPR_SLICE || x->kind == EXPR_COUNT)
        return run_value(b->r, x, value);
    if (x->u.op.count != 2 || !resolve_value(b, x->u.op.operand[0], &p) ||
        !resolve_value(b, x->u.op.operand[1], &q))
        return x->u.op.count != 2 && run_value(b->r, x, value);
    const bool is_division = x->kind == EXPR_FLOOR_DIV || x->kind == EXPR_MOD;
    return (!is_division || q > 0) && expr_pair_value(x->kind, p, q, value);
}

/* --- Conditions ----------------------------------------------------------------- */

/* Takes the constant out of a condition's base. */
static formula_condition without_constant(builder *b, const expr *base, int64_t least)
{
    for (int i = 0; base->kind == EXPR_ADD && i < base->u.op.count; i++) {
        int64_t constant;
        if (expr_is_int(base->u.op.operand[i], &constant))
            return (formula_condition){expr_sub(b->pool, base, base->u.op.operand[i]),
                                       least - constant};
    }
    return (formula_condition){base, least};
}

void resolve_condition(builder *b, const expr *test)
{
    int64_t value;
    const bool is_truth = test->kind == EXPR_LT || test->kind == EXPR_LE || test->kind == EXPR_EQ ||
                          test->kind == EXPR_NE || test->kind == EXPR_AND ||
                          test->kind == EXPR_OR || test->kind == EXPR_NOT;
    if (!is_truth)
        test = expr_logic(b->pool, EXPR_NE, test, expr_int(b->pool, 0));
    formula_condition c = {test, 1};
    if (test->kind == EXPR_LT || test->kind == EXPR_LE)
        c = without_constant(b, expr_sub(b->pool, test->u.op.operand[1], test->u.op.operand[0]),
                             test->kind == EXPR_LT);
    if (expr_is_int(c.base, &value) || c.base->at_least >= c.least)
        return;
    for (int i = 0; i < b->conditions.count; i++)
        if (b->conditions.data[i].base == c.base) {
            b->conditions.data[i].least = int_max(b->conditions.data[i].least, c.least);
            return;
        }
    VEC_PUSH(b->ctx->arena, &b->conditions, c);
}

void resolve_fixed_shape(builder *b, const proc_grid *grid)
{
    for (int k = 0; grid && k < grid->rank; k++)
        resolve_condition(b, expr_logic(b->pool, EXPR_EQ, expr_extent(b->pool, grid, k),
                                        expr_int(b->pool, env_extent(b->r->env, grid, k))));
}

/* The one of both that is the larger, or the smaller, here. */
static const expr *choose(builder *b, bool is_larger, const expr *x, const expr *y)
{
    int64_t p, q;
    if (!x || !y)
        return NULL;
    if (!resolve_value(b, x, &p) || !resolve_value(b, y, &q))
        return give_up(b, "of two bounds it is not known which counts");
    bool takes_first = is_larger ? p >= q : p <= q;
    const expr *most = takes_first == is_larger ? x : y, *least = takes_first == is_larger ? y : x;
    resolve_condition(b, expr_logic(b->pool, EXPR_LE, least, most));
    return takes_first ? x : y;
}

static const expr *choose_all(builder *b, const expr *x)
{
    const expr *best = resolve(b, x->u.op.operand[0]);
    for (int i = 1; i < x->u.op.count && best; i++)
        best = choose(b, x->kind == EXPR_MAX, best, resolve(b, x->u.op.operand[i]));
    return best;
}

static const expr *select_one(builder *b, const expr *x)
{
    const expr *test = resolve(b, x->u.op.operand[0]);
    int64_t value;
    if (!test)
        return NULL;
    if (!resolve_value(b, test, &value))
        return give_up(b, "a condition in it has no value");
    resolve_condition(b, value ? test : expr_logic(b->pool, EXPR_NOT, test, NULL));
    return resolve(b, x->u.op.operand[value ? 1 : 2]);
}

/* --- Blocks and counts ---------------------------------------------------------- */

const expr *resolve_coord(builder *b, const proc_grid *grid, int axis)
{
    int at = env_coord(b->r->env, grid, axis, b->rank), extent = env_extent(b->r->env, grid, axis);
    const expr *size = expr_extent(b->pool, grid, axis);
    if (at < 0)
        return give_up(b, "the processor is not on the grid");
    if (at > 0 && at == extent - 1)
        return expr_sub(b->pool, size, expr_int(b->pool, 1));
    if (at > 0)
        resolve_condition(b, expr_logic(b->pool, EXPR_LT, expr_int(b->pool, at + 1), size));
    return expr_int(b->pool, at);
}

/* The name of what is worked out of both, a new one the first time. */
static const expr *name_of(builder *b, const formula_name *is, const expr *value)
{
    int count = 1;
    for (int i = 0; i < b->names.count; i++) {
        const formula_name *n = &b->names.data[i];
        if (n->is_doubling == is->is_doubling && n->of == is->of && n->by == is->by)
            return expr_param(b->pool, n->name);
        count += n->is_doubling == is->is_doubling;
    }
    char text[32];
    snprintf(text, sizeof text, "%c%d", is->is_doubling ? 'l' : 'n', count);
    param *p = expr_new_param(b->pool, PARAM_SYNTHETIC, text, b->unit->where);
    p->value = value;
    formula_name named = *is;
    named.name = p;
    VEC_PUSH(b->ctx->arena, &b->names, named);
    return expr_param(b->pool, p);
}

static const expr *block_of(builder *b, const axis_map *axis)
{
    if (axis->block)
        return resolve(b, axis->block);
    const expr *extent = resolve(b, axis->extent);
    if (!extent)
        return NULL;
    const formula_name is = {.of = extent, .by = expr_extent(b->pool, axis->grid, axis->axis)};
    return name_of(b, &is, expr_ceil_div(b->pool, extent, is.by));
}

void resolve_wide_blocks(builder *b, const axis_map *axis, int64_t least)
{
    const expr *n = axis->kind == DIST_BLOCK ? block_of(b, axis) : NULL;
    if (n)
        resolve_condition(b, expr_logic(b->pool, EXPR_LE, expr_int(b->pool, least), n));
}

const expr *resolve_doublings(builder *b, const expr *p)
{
    const expr *one = expr_int(b->pool, 1);
    const formula_name is = {.is_doubling = true, .of = p};
    return name_of(b, &is, expr_add(b->pool, expr_log(b->pool, 2, expr_sub(b->pool, p, one)), one));
}

static const expr *plus(builder *b, const expr *x, int64_t n)
{
    return expr_add(b->pool, x, expr_int(b->pool, n));
}

/* Iterations lower, lower + step, … from `first` to `last`: none where that is empty. */
static const expr *within(builder *b, const expr *first, const expr *last, const loop_range *range)
{
    int64_t step, n;
    if (!first || !last)
        return NULL;
    const expr *all;
    if (expr_is_int(range->step, &step) && step == 1) {
        all = plus(b, expr_sub(b->pool, last, first), 1);
    } else {
        const expr *to =
            expr_floor_div(b->pool, expr_sub(b->pool, last, range->lower), range->step);
        const expr *from = expr_floor_div(
            b->pool, plus(b, expr_sub(b->pool, first, range->lower), -1), range->step);
        all = expr_sub(b->pool, to, from);
    }
    if (!resolve_value(b, all, &n))
        return give_up(b, "a number of iterations has no value");
    resolve_condition(b, n > 0 ? expr_logic(b->pool, EXPR_LT, expr_int(b->pool, 0), all)
                               : expr_logic(b->pool, EXPR_LE, all, expr_int(b->pool, 0)));
    return n > 0 ? all : expr_int(b->pool, 0);
}

/* Of lower:upper, where place = index + shift, counted from the template's lower bound. */
static const expr *count_block(builder *b, const axis_map *axis, const loop_range *range,
                               const expr *shift, const expr *coordinate)
{
    const expr *n = block_of(b, axis);
    if (!n)
        return NULL;
    const expr *first = expr_sub(b->pool, expr_mul(b->pool, n, coordinate), shift);
    const expr *last = plus(b, expr_add(b->pool, first, n), -1);
    return within(b, choose(b, true, first, range->lower), choose(b, false, last, range->upper),
                  range);
}

/* Those of place = coordinate modulo the processors. */
static const expr *count_cyclic(builder *b, const axis_map *axis, const loop_range *range,
                                const expr *shift, const expr *coordinate)
{
    const expr *procs = expr_extent(b->pool, axis->grid, axis->axis);
    const expr *from = expr_sub(b->pool, shift, coordinate);
    const expr *to = expr_floor_div(b->pool, expr_add(b->pool, range->upper, from), procs);
    const expr *before =
        expr_floor_div(b->pool, plus(b, expr_add(b->pool, range->lower, from), -1), procs);
    return expr_sub(b->pool, to, before);
}

const expr *resolve_count(builder *b, const axis_map *axis, const loop_range *range, const expr *c,
                          const expr *d, const expr *coordinate)
{
    int64_t factor, step, block = 0;
    if (axis->source != AXIS_BY_DIM || axis->kind == DIST_GEN_BLOCK)
        return give_up(b, "blocks of given sizes have no closed form here");
    const expr *stride = resolve(b, axis->stride), *offset = resolve(b, axis->offset),
               *base = resolve(b, axis->lower);
    const loop_range in = {range->var, resolve(b, range->lower), resolve(b, range->upper),
                           resolve(b, range->step)};
    c = resolve(b, c), d = resolve(b, d);
    coordinate = coordinate ? resolve(b, coordinate) : NULL;
    if (!stride || !offset || !base || !in.lower || !in.upper || !in.step || !c || !d ||
        !coordinate)
        return NULL;
    if (!expr_is_int(expr_mul(b->pool, stride, c), &factor) || factor != 1 ||
        !expr_is_int(in.step, &step) || step < 1)
        return give_up(b, "iterations are not aligned one to one, in ascending order");
    const expr *shift =
        expr_sub(b->pool, expr_add(b->pool, expr_mul(b->pool, stride, d), offset), base);
    if (axis->kind == DIST_BLOCK)
        return count_block(b, axis, &in, shift, coordinate);
    if (step == 1 && axis->block && resolve_value(b, axis->block, &block) && block == 1)
        return count_cyclic(b, axis, &in, shift, coordinate);
    return give_up(b, "cyclic blocks have no closed form here");
}

/* --- Everything else ------------------------------------------------------------ */

static const expr *resolve_param(builder *b, const expr *x)
{
    const param *p = x->u.param;
    int64_t value;
    if (!p->value || expr_is_int(p->value, &value) || run_is_set_by_user(b->r, p) || is_name(b, p))
        return x;
    return resolve(b, p->value);
}

static const expr *rebuild(builder *b, const expr *x, const expr *p, const expr *q)
{
    int64_t base;
    switch (x->kind) {
    case EXPR_ADD:
        return expr_add(b->pool, p, q);
    case EXPR_MUL:
        return expr_mul(b->pool, p, q);
    case EXPR_FLOOR_DIV:
        return expr_floor_div(b->pool, p, q);
    case EXPR_MOD:
        return expr_mod(b->pool, p, q);
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_NOT:
        return expr_logic(b->pool, x->kind, p, q);
    case EXPR_POWER:
        return expr_is_int(p, &base) ? expr_power(b->pool, base, q) : NULL;
    case EXPR_LOG:
        return expr_is_int(p, &base) ? expr_log(b->pool, base, q) : NULL;
    case EXPR_INT:
    case EXPR_PARAM:
    case EXPR_LOOP_VAR:
    case EXPR_COORD:
    case EXPR_EXTENT:
    case EXPR_MIN:
    case EXPR_MAX:
    case EXPR_SELECT:
    case EXPR_SLICE:
    case EXPR_COUNT:
        break;
    }
    return NULL;
}

static const expr *resolve_operation(builder *b, const expr *x)
{
    const expr *all = resolve(b, x->u.op.operand[0]);
    if (x->kind == EXPR_NOT)
        return all ? rebuild(b, x, all, NULL) : NULL;
    for (int i = 1; i < x->u.op.count && all; i++) {
        const expr *next = resolve(b, x->u.op.operand[i]);
        all = next ? rebuild(b, x, all, next) : NULL;
    }
    return all ? all : give_up(b, "an expression in it has no closed form");
}

const expr *resolve(builder *b, const expr *x)
{
    switch (x->kind) {
    case EXPR_INT:
    case EXPR_EXTENT:
        return x;
    case EXPR_PARAM:
        return resolve_param(b, x);
    case EXPR_LOOP_VAR:
        return give_up(b, "iterations of a loop around differ");
    case EXPR_COORD:
        return resolve_coord(b, x->u.on.grid, x->u.on.axis);
    case EXPR_MIN:
    case EXPR_MAX:
        return choose_all(b, x);
    case EXPR_SELECT:
        return select_one(b, x);
    case EXPR_SLICE:
        return give_up(b, "a piece of the program is followed to tell it");
    case EXPR_COUNT: {
        const expr *const *of = x->u.op.operand;
        const loop_range range = {NULL, of[0], of[1], of[2]};
        return resolve_count(b, x->axis, &range, of[3], of[4], of[5]);
    }
    case EXPR_ADD:
    case EXPR_MUL:
    case EXPR_FLOOR_DIV:
    case EXPR_MOD:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_NOT:
    case EXPR_POWER:
    case EXPR_LOG:
        return resolve_operation(b, x);
    }
    return NULL;
}
