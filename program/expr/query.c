/* Questions about expressions, and substitution. */

#include "program/expr/internal.h"

static bool has_operands(const expr *e)
{
    return e->kind > EXPR_EXTENT;
}

/* The expressions of an EXPR_COUNT's axis are operands too, to all who ask. */
enum { AXIS_PARTS = 5 };

static int axis_parts(const axis_map *axis, const expr *parts[AXIS_PARTS])
{
    const expr *all[AXIS_PARTS] = {axis->stride, axis->offset, axis->block, axis->lower,
                                   axis->extent};
    int count = 0;
    for (int i = 0; i < AXIS_PARTS; i++)
        if (all[i])
            parts[count++] = all[i];
    return count;
}

bool expr_mentions(const expr *e, const loop_var *v)
{
    const uint64_t bit = loop_var_bit(v);
    if (!(e->loop_vars & bit))
        return false;
    if (bit != LOOP_VARS_SHARED)
        return true;
    if (!has_operands(e))
        return e->u.var == v;
    for (int i = 0; i < e->u.op.count; i++)
        if (expr_mentions(e->u.op.operand[i], v))
            return true;
    const expr *parts[AXIS_PARTS];
    for (int i = e->axis ? axis_parts(e->axis, parts) : 0; i > 0; i--)
        if (expr_mentions(parts[i - 1], v))
            return true;
    return false;
}

typedef VEC(const loop_var *) var_list;

/* Inserts v in the order of ids, once. */
static void add_var(expr_pool *pool, var_list *found, const loop_var *v)
{
    int at = found->count;
    while (at > 0 && found->data[at - 1]->id > v->id)
        at--;
    if (at > 0 && found->data[at - 1] == v)
        return;
    VEC_PUSH(pool->ctx->arena, found, v);
    for (int i = found->count - 1; i > at; i--)
        found->data[i] = found->data[i - 1];
    found->data[at] = v;
}

static void collect_vars(expr_pool *pool, const expr *e, var_list *found)
{
    if (!e->loop_vars)
        return;
    if (!has_operands(e)) {
        add_var(pool, found, e->u.var);
        return;
    }
    for (int i = 0; i < e->u.op.count; i++)
        collect_vars(pool, e->u.op.operand[i], found);
    const expr *parts[AXIS_PARTS];
    for (int i = e->axis ? axis_parts(e->axis, parts) : 0; i > 0; i--)
        collect_vars(pool, parts[i - 1], found);
}

int expr_loop_vars(expr_pool *pool, const expr *e, const loop_var ***vars)
{
    var_list found = {0};
    collect_vars(pool, e, &found);
    *vars = found.data;
    return found.count;
}

/* A product of which one factor is affine in v and the others are free of it. */
static bool product_affine(expr_pool *pool, const expr *e, const loop_var *v,
                           const expr **coefficient, const expr **rest)
{
    const expr *others = expr_int(pool, 1);
    const expr *with = NULL;
    for (int i = 0; i < e->u.op.count; i++) {
        const expr *factor = e->u.op.operand[i];
        if (!expr_mentions(factor, v))
            others = expr_mul(pool, others, factor);
        else if (with)
            return false;
        else
            with = factor;
    }
    if (!expr_affine(pool, with, v, coefficient, rest))
        return false;
    *coefficient = expr_mul(pool, *coefficient, others);
    *rest = expr_mul(pool, *rest, others);
    return !(*coefficient)->uses_loop_var;
}

bool expr_affine(expr_pool *pool, const expr *e, const loop_var *v, const expr **coefficient,
                 const expr **rest)
{
    const expr *zero = expr_int(pool, 0);
    if (!expr_mentions(e, v)) {
        *coefficient = zero;
        *rest = e;
        return true;
    }
    if (e->kind == EXPR_LOOP_VAR) {
        *coefficient = expr_int(pool, 1);
        *rest = zero;
        return true;
    }
    if (e->kind == EXPR_MUL)
        return product_affine(pool, e, v, coefficient, rest);
    if (e->kind != EXPR_ADD)
        return false;
    const expr *c = zero, *r = zero;
    for (int i = 0; i < e->u.op.count; i++) {
        const expr *term_c, *term_r;
        if (!expr_affine(pool, e->u.op.operand[i], v, &term_c, &term_r))
            return false;
        c = expr_add(pool, c, term_c);
        r = expr_add(pool, r, term_r);
    }
    *coefficient = c;
    *rest = r;
    return true;
}

/* What stands for an expression under the current substitution. */
struct replacement {
    unsigned stamp;
    const expr *by;
};

typedef struct substituter {
    expr_pool *pool;
    const expr_substitution *what;
    bool has_params;
    int depth; /* of parameters' values within each other */
} substituter;

static const expr *substitute(substituter *s, const expr *e);

static const expr *remembered(const expr_pool *pool, const expr *e)
{
    if (e->id >= pool->replaced_count || pool->replaced[e->id].stamp != pool->stamp)
        return NULL;
    return pool->replaced[e->id].by;
}

static void remember(expr_pool *pool, const expr *e, const expr *by)
{
    if (e->id >= pool->replaced_count) {
        int fresh_count = 2 * pool->count;
        struct replacement *fresh = ARENA_ARRAY(pool->ctx->arena, fresh_count, struct replacement);
        if (pool->replaced_count)
            memcpy(fresh, pool->replaced, (size_t)pool->replaced_count * sizeof *fresh);
        pool->replaced = fresh;
        pool->replaced_count = fresh_count;
    }
    pool->replaced[e->id] = (struct replacement){pool->stamp, by};
}

/* The parameter of p's name whose value is `value`, made the first time. */
static const expr *instance_of(expr_pool *pool, const param *p, const expr *value)
{
    for (int i = 0; i < pool->instances.count; i++) {
        const param_instance *known = &pool->instances.data[i];
        if (known->of == p && known->value == value)
            return expr_param(pool, known->made);
    }
    param *made = expr_new_param(pool, p->origin, p->name, p->where);
    made->provenance = p->provenance;
    made->is_assumption = p->is_assumption;
    made->is_unsigned = p->is_unsigned;
    made->value = value;
    param_instance fresh = {p, value, made};
    VEC_PUSH(pool->ctx->arena, &pool->instances, fresh);
    return expr_param(pool, made);
}

static const expr *substitute_param(substituter *s, const expr *e)
{
    const param *p = e->u.param;
    for (int i = 0; s->what->params && i < s->what->count; i++)
        if (s->what->params[i] == p)
            return s->what->with[i];
    /* Definitions that go in a circle are reported when they are evaluated. */
    if (!p->value || !p->value->uses_param || s->depth > s->pool->params.count)
        return e;
    s->depth++;
    const expr *value = substitute(s, p->value);
    s->depth--;
    if (value == p->value)
        return e;
    /* A parameter has one value: what changes with a loop takes its place. */
    return value->uses_loop_var || value->uses_coord ? value : instance_of(s->pool, p, value);
}

static const expr *substitute_leaf(substituter *s, const expr *e)
{
    if (e->kind == EXPR_PARAM)
        return substitute_param(s, e);
    for (int i = 0; e->kind == EXPR_LOOP_VAR && s->what->vars && i < s->what->count; i++)
        if (s->what->vars[i] == e->u.var)
            return s->what->with[i];
    return e;
}

/* Sizes mention no loop variable, but a formal's elements may have an actual's. */
static const gen_sizes *substitute_sizes(substituter *s, const gen_sizes *sizes)
{
    if (!sizes)
        return NULL;
    gen_sizes fresh = *sizes;
    const expr **size = ARENA_ARRAY(s->pool->ctx->arena, sizes->count, const expr *);
    for (int i = 0; i < sizes->count; i++)
        size[i] = substitute(s, sizes->size[i]);
    fresh.size = size;
    if (gen_sizes_equal(&fresh, sizes))
        return sizes;
    return arena_copy(s->pool->ctx->arena, &fresh, sizeof fresh);
}

static const expr *substitute_count(substituter *s, const expr *e, const expr *const *operand)
{
    axis_map axis = *e->axis;
    axis.sizes = substitute_sizes(s, axis.sizes);
    const expr **part[AXIS_PARTS] = {&axis.stride, &axis.offset, &axis.block, &axis.lower,
                                     &axis.extent};
    for (int i = 0; i < AXIS_PARTS; i++)
        if (*part[i])
            *part[i] = substitute(s, *part[i]);
    return expr_count(s->pool, &axis, operand[0], operand[1], operand[2], operand[3], operand[4],
                      operand[5]);
}

/* Builds an expression of e's kind anew, and so simplified. */
static const expr *rebuild(substituter *s, const expr *e, const expr *const *operand)
{
    typedef const expr *binary(expr_pool *, const expr *, const expr *);
    expr_pool *pool = s->pool;
    binary *make = NULL;
    switch (e->kind) {
    case EXPR_ADD:
        make = expr_add;
        break;
    case EXPR_MUL:
        make = expr_mul;
        break;
    case EXPR_MIN:
        make = expr_min;
        break;
    case EXPR_MAX:
        make = expr_max;
        break;
    case EXPR_FLOOR_DIV:
        return expr_floor_div(pool, operand[0], operand[1]);
    case EXPR_MOD:
        return expr_mod(pool, operand[0], operand[1]);
    case EXPR_SELECT:
        return expr_select(pool, operand[0], operand[1], operand[2]);
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_EQ:
    case EXPR_NE:
        return expr_logic(pool, e->kind, operand[0], operand[1]);
    case EXPR_NOT:
        return expr_logic(pool, EXPR_NOT, operand[0], NULL);
    case EXPR_AND:
    case EXPR_OR: {
        const expr *all = operand[0];
        for (int i = 1; i < e->u.op.count; i++)
            all = expr_logic(pool, e->kind, all, operand[i]);
        return all;
    }
    case EXPR_POWER:
        return expr_power(pool, operand[0]->u.value, operand[1]);
    case EXPR_LOG:
        return expr_log(pool, operand[0]->u.value, operand[1]);
    case EXPR_SLICE:
        return expr_intern_code(pool, e->code, operand, e->u.op.count);
    case EXPR_COUNT:
        return substitute_count(s, e, operand);
    case EXPR_INT:
    case EXPR_PARAM:
    case EXPR_LOOP_VAR:
    case EXPR_COORD:
    case EXPR_EXTENT:
        return e;
    }
    const expr *all = operand[0];
    for (int i = 1; i < e->u.op.count; i++)
        all = make(pool, all, operand[i]);
    return all;
}

static const expr *substitute(substituter *s, const expr *e)
{
    if (!e->uses_loop_var && !(e->uses_param && s->has_params))
        return e;
    if (!has_operands(e))
        return substitute_leaf(s, e);
    const expr *known = remembered(s->pool, e);
    if (known)
        return known;
    const int count = e->u.op.count;
    const expr *few[8];
    const expr **operand = count <= 8 ? few : ARENA_ARRAY(s->pool->ctx->arena, count, const expr *);
    bool is_changed = e->axis != NULL;
    for (int i = 0; i < count; i++) {
        operand[i] = substitute(s, e->u.op.operand[i]);
        is_changed |= operand[i] != e->u.op.operand[i];
    }
    const expr *by = is_changed ? rebuild(s, e, operand) : e;
    remember(s->pool, e, by);
    return by;
}

const expr *expr_substitute(expr_pool *pool, const expr *e, const expr_substitution *what)
{
    substituter s = {.pool = pool, .what = what};
    for (int i = 0; what->params && i < what->count; i++)
        s.has_params |= what->params[i] != NULL;
    pool->stamp++;
    return substitute(&s, e);
}

/* --- What --set is of ------------------------------------------------------------------------- */

static bool leads_to_name(const expr *x, const param *from, int depth)
{
    enum { DEPTH_MOST = 16 };
    const param *p = x->kind == EXPR_PARAM ? x->u.param : NULL;
    if (p)
        return p != from && (p->name == from->name || (p->value && depth < DEPTH_MOST &&
                                                       leads_to_name(p->value, from, depth + 1)));
    for (int i = 0; x->uses_param && i < expr_operand_count(x); i++)
        if (leads_to_name(x->u.op.operand[i], from, depth))
            return true;
    return false;
}

bool expr_is_set_by(const param *p, const char *name)
{
    return p->name == name &&
           !(p->origin == PARAM_FORMAL && p->value && leads_to_name(p->value, p, 0));
}
