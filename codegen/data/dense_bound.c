/* How many indices a need names at most: what a dimension that is stored densely must have room
 * for. */

#include "codegen/data/dense.h"
#include "codegen/text/expression.h"

enum { DEEPEST = 12 }; /* of choices in one another */

/* Products that no array is as large as. */
static const int64_t too_many = INT64_C(1) << 40;

typedef struct bound {
    emitter *e;
    const need *need;
} bound;

/* The choice of a minimum or maximum that the sum has, a number of times: each alternative in its
 * place. `is_least`: the smallest of them. False: it has none. */
typedef struct choice {
    const expr *of, *rest; /* times * of + rest */
    int64_t times;
} choice;

static bool is_choice(const expr *x)
{
    return x->kind == EXPR_MIN || x->kind == EXPR_MAX;
}

static bool term_of(const expr *x, choice *out)
{
    *out = (choice){.of = x, .times = 1};
    if (x->kind != EXPR_MUL)
        return is_choice(x);
    if (x->u.op.count != 2)
        return false;
    for (int i = 0; i < 2; i++)
        if (expr_is_int(x->u.op.operand[i], &out->times) && is_choice(x->u.op.operand[1 - i])) {
            out->of = x->u.op.operand[1 - i];
            return true;
        }
    return false;
}

static bool find_choice(expr_pool *pool, const expr *x, choice *out)
{
    if (term_of(x, out)) {
        out->rest = expr_int(pool, 0);
        return true;
    }
    for (int i = 0; x->kind == EXPR_ADD && i < x->u.op.count; i++)
        if (term_of(x->u.op.operand[i], out)) {
            out->rest = expr_sub(pool, x, x->u.op.operand[i]);
            return true;
        }
    return false;
}

static bool most(const bound *b, const expr *x, int depth, int64_t *value);

/* Of several alternatives the value is the smallest, which is no more than any; or the largest. */
static bool most_of_choice(const bound *b, const choice *c, int depth, int64_t *value)
{
    expr_pool *pool = b->e->planned->program->pool;
    bool is_least = (c->of->kind == EXPR_MIN) == (c->times > 0), is_any = false;
    for (int i = 0; i < c->of->u.op.count; i++) {
        const expr *times = expr_int(pool, c->times);
        int64_t one;
        bool is = most(b, expr_add(pool, expr_mul(pool, times, c->of->u.op.operand[i]), c->rest),
                       depth, &one);
        if (!is && !is_least)
            return false;
        if (is && (!is_any || (is_least ? one < *value : one > *value)))
            *value = one;
        is_any |= is;
    }
    return is_any;
}

/* A variable of the need's loops at the end of its range where the sum is the largest; null: it has
 * none that moves it evenly. */
static const expr *at_end_of_loop(const bound *b, const expr *x)
{
    expr_pool *pool = b->e->planned->program->pool;
    for (int l = b->need->range_count; l-- > 0;) { /* inner ones may depend on those around */
        const loop_range *r = &b->need->range[l];
        const expr *scale, *rest;
        int64_t by, step;
        if (!expr_mentions(x, r->var) || !expr_affine(pool, x, r->var, &scale, &rest) ||
            !expr_is_int(scale, &by) || !expr_is_int(r->step, &step))
            continue;
        return expr_add(pool, expr_mul(pool, scale, (by > 0) == (step > 0) ? r->upper : r->lower),
                        rest);
    }
    return NULL;
}

/* No value of x, in the iterations of the need, is above *value. */
static bool most(const bound *b, const expr *x, int depth, int64_t *value)
{
    choice c;
    if (depth == 0)
        return false;
    if (!x->uses_loop_var && emit_value_of(b->e, x, value))
        return true;
    if (find_choice(b->e->planned->program->pool, x, &c))
        return most_of_choice(b, &c, depth - 1, value);
    const expr *moved = at_end_of_loop(b, x);
    if (moved)
        return most(b, moved, depth - 1, value);
    *value = x->at_most;
    return x->at_most != INT64_MAX;
}

/* So many iterations has a loop of the need at most; -1: not known, or too many. */
static int64_t most_iterations(const bound *b, const loop_range *r)
{
    expr_pool *pool = b->e->planned->program->pool;
    int64_t step, span;
    if (!expr_is_int(r->step, &step) || step == 0)
        return -1;
    const expr *far =
        step > 0 ? expr_sub(pool, r->upper, r->lower) : expr_sub(pool, r->lower, r->upper);
    if (!most(b, far, DEEPEST, &span) || span >= too_many)
        return -1;
    return span < 0 ? 0 : span / (step > 0 ? step : -step) + 1;
}

/* How far apart the values of the index are, in all iterations: no more than so many; -1: not
 * known.
 */
static int64_t most_between(const bound *b, const expr *index)
{
    expr_pool *pool = b->e->planned->program->pool;
    int64_t last, first; /* the latter with the other sign */
    if (!most(b, index, DEEPEST, &last) ||
        !most(b, expr_mul(pool, expr_int(pool, -1), index), DEEPEST, &first) || last >= too_many ||
        first >= too_many || last <= -too_many || first <= -too_many || last + first >= too_many)
        return -1;
    return last + first < 0 ? 0 : last + first + 1;
}

/* Do the bounds of a loop inside, which moves the index, go by the loop? Then that names others in
 * each of its iterations, as a tile does. */
static bool moves_bounds(const need *n, int loop, const bool *moves)
{
    for (int l = loop + 1; l < n->range_count; l++)
        if (moves[l] && (expr_mentions(n->range[l].lower, n->range[loop].var) ||
                         expr_mentions(n->range[l].upper, n->range[loop].var)))
            return true;
    return false;
}

int64_t emit_most_indices(emitter *e, const need *n, const expr *index)
{
    const bound b = {e, n};
    bool *moves = ARENA_ARRAY(e->ctx->arena, n->range_count + 1, bool);
    bool is_by_bounds = false;
    int64_t count = 1;
    for (int l = n->range_count; l-- > 0;) {
        const bool is_in_index = expr_mentions(index, n->range[l].var);
        moves[l] = is_in_index || moves_bounds(n, l, moves);
        is_by_bounds |= moves[l] && !is_in_index;
        if (!moves[l] || count < 0)
            continue;
        const int64_t of_loop = most_iterations(&b, &n->range[l]);
        count = of_loop < 0 || (of_loop && count >= too_many / of_loop) ? -1 : count * of_loop;
    }
    const int64_t between = is_by_bounds ? most_between(&b, index) : -1;
    return between >= 0 && (count < 0 || between < count) ? between : count;
}
