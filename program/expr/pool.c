#include "program/expr/internal.h"
#include "program/expr/slice.h"

#include <assert.h>
#include <stdlib.h>

expr_pool *expr_pool_new(fp_context *ctx)
{
    expr_pool *pool = ARENA_NEW(ctx->arena, expr_pool);
    pool->ctx = ctx;
    pool->slot_count = 1024;
    pool->slot = ARENA_ARRAY(ctx->arena, pool->slot_count, const expr *);
    return pool;
}

int expr_pool_size(const expr_pool *pool)
{
    return pool->count;
}

int expr_pool_param_count(const expr_pool *pool)
{
    return pool->params.count;
}

int expr_pool_loop_var_count(const expr_pool *pool)
{
    return pool->vars.count;
}

void expr_mark_in_text(expr_pool *pool, const param *p)
{
    pool->params.data[p->id]->is_in_text = true;
}

const param *expr_pool_param(const expr_pool *pool, int id)
{
    assert(id >= 0 && id < pool->params.count);
    return pool->params.data[id];
}

param *expr_new_param(expr_pool *pool, param_origin origin, const char *name, source_range where)
{
    param *p = ARENA_NEW(pool->ctx->arena, param);
    p->name = intern(pool->ctx->names, name);
    p->origin = origin;
    p->where = where;
    p->id = pool->params.count;
    VEC_PUSH(pool->ctx->arena, &pool->params, p);
    return p;
}

const loop_var *expr_new_loop_var(expr_pool *pool, const char *name, source_range where)
{
    loop_var *v = ARENA_NEW(pool->ctx->arena, loop_var);
    v->name = intern(pool->ctx->names, name);
    v->where = where;
    v->id = pool->vars.count;
    VEC_PUSH(pool->ctx->arena, &pool->vars, v);
    return v;
}

void expr_mark_unsigned(expr_pool *pool, const loop_var *v)
{
    pool->vars.data[v->id]->is_unsigned = true;
}

/* Hashing uses ids, not addresses, so that runs do not differ; only a grid, of
 * which there are few, hashes by its id too. */
static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ (hash >> 29);
}

static uint64_t hash_of(const expr *e)
{
    uint64_t hash = mix(1, (uint64_t)e->kind);
    if (!expr_is_leaf(e->kind)) {
        for (int i = 0; i < e->u.op.count; i++)
            hash = mix(hash, (uint64_t)e->u.op.operand[i]->id);
        hash = e->code ? mix(hash, (uint64_t)e->code->id) : hash;
        return e->axis ? mix(hash, (uint64_t)e->axis->axis) : hash;
    }
    switch (e->kind) {
    case EXPR_INT:
        return mix(hash, (uint64_t)e->u.value);
    case EXPR_PARAM:
        return mix(hash, (uint64_t)e->u.param->id);
    case EXPR_LOOP_VAR:
        return mix(hash, (uint64_t)e->u.var->id);
    case EXPR_COORD:
    case EXPR_EXTENT:
        return mix(mix(hash, (uint64_t)e->u.on.grid->id), (uint64_t)e->u.on.axis);
    case EXPR_ADD:
    case EXPR_MUL:
    case EXPR_FLOOR_DIV:
    case EXPR_MOD:
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
    case EXPR_COUNT:
        break;
    }
    abort(); /* an expression of no kind */
}

static bool is_same(const expr *a, const expr *b)
{
    if (a->kind != b->kind)
        return false;
    if (!expr_is_leaf(a->kind)) {
        if (a->u.op.count != b->u.op.count || a->axis != b->axis || a->code != b->code ||
            a->is_opaque != b->is_opaque)
            return false;
        for (int i = 0; i < a->u.op.count; i++)
            if (a->u.op.operand[i] != b->u.op.operand[i])
                return false;
        return true;
    }
    if (a->kind == EXPR_INT)
        return a->u.value == b->u.value;
    if (a->kind == EXPR_PARAM)
        return a->u.param == b->u.param;
    if (a->kind == EXPR_LOOP_VAR)
        return a->u.var == b->u.var;
    return a->u.on.grid == b->u.on.grid && a->u.on.axis == b->u.on.axis;
}

static const expr **slot_for(const expr **slot, int slot_count, const expr *like)
{
    unsigned mask = (unsigned)slot_count - 1;
    unsigned at = (unsigned)hash_of(like) & mask;
    while (slot[at] && !is_same(slot[at], like))
        at = (at + 1) & mask;
    return &slot[at];
}

static void grow(expr_pool *pool)
{
    int fresh_count = 2 * pool->slot_count;
    const expr **fresh = ARENA_ARRAY(pool->ctx->arena, fresh_count, const expr *);
    for (int i = 0; i < pool->slot_count; i++)
        if (pool->slot[i])
            *slot_for(fresh, fresh_count, pool->slot[i]) = pool->slot[i];
    pool->slot = fresh;
    pool->slot_count = fresh_count;
}

static void note_uses(expr *e, const expr *of)
{
    if (!of)
        return;
    e->uses_coord |= of->uses_coord;
    e->uses_loop_var |= of->uses_loop_var;
    e->uses_param |= of->uses_param;
    e->loop_vars |= of->loop_vars;
}

static void note_all_uses(expr *e)
{
    e->uses_coord = e->kind == EXPR_COORD;
    e->uses_loop_var = e->kind == EXPR_LOOP_VAR;
    e->uses_param = e->kind == EXPR_PARAM;
    if (e->kind == EXPR_LOOP_VAR)
        e->loop_vars = loop_var_bit(e->u.var);
    if (expr_is_leaf(e->kind))
        return;
    for (int i = 0; i < e->u.op.count; i++)
        note_uses(e, e->u.op.operand[i]);
    if (e->axis) {
        note_uses(e, e->axis->stride);
        note_uses(e, e->axis->offset);
        note_uses(e, e->axis->block);
        note_uses(e, e->axis->lower);
        note_uses(e, e->axis->extent);
    }
}

/* Returns the pool's expression equal to `like`, a copy made the first time. */
static const expr *intern_like(expr_pool *pool, const expr *like)
{
    if (4 * pool->count >= 3 * pool->slot_count)
        grow(pool);
    const expr **slot = slot_for(pool->slot, pool->slot_count, like);
    if (*slot)
        return *slot;
    expr *e = arena_copy(pool->ctx->arena, like, sizeof *like);
    if (!expr_is_leaf(e->kind))
        e->u.op.operand = arena_copy(pool->ctx->arena, like->u.op.operand,
                                     (size_t)e->u.op.count * sizeof *e->u.op.operand);
    e->id = pool->count++;
    note_all_uses(e);
    expr_set_bounds(e);
    *slot = e;
    return e;
}

const expr *expr_intern(expr_pool *pool, expr_kind kind, const expr *const *operand, int count,
                        const axis_map *axis)
{
    assert(!expr_is_leaf(kind) && count > 0);
    expr like = {.kind = kind, .axis = axis};
    like.u.op.operand = (const expr **)(uintptr_t)operand;
    like.u.op.count = count;
    return intern_like(pool, &like);
}

const expr *expr_intern_pair(expr_pool *pool, expr_kind kind, const expr *a, const expr *b)
{
    const expr *operand[2] = {a, b};
    return expr_intern(pool, kind, operand, 2, NULL);
}

const expr *expr_intern_code(expr_pool *pool, const slice *code, const expr *const *operand,
                             int count)
{
    expr like = {.kind = EXPR_SLICE, .code = code};
    like.u.op.operand = (const expr **)(uintptr_t)operand;
    like.u.op.count = count;
    return intern_like(pool, &like);
}

const expr *expr_intern_opaque(expr_pool *pool, expr_kind kind, const expr *const *operand,
                               int count)
{
    expr like = {.kind = kind, .is_opaque = true};
    like.u.op.operand = (const expr **)(uintptr_t)operand;
    like.u.op.count = count;
    return intern_like(pool, &like);
}

const expr *expr_int(expr_pool *pool, int64_t value)
{
    expr like = {.kind = EXPR_INT};
    like.u.value = value;
    return intern_like(pool, &like);
}

const expr *expr_param(expr_pool *pool, const param *p)
{
    expr like = {.kind = EXPR_PARAM};
    like.u.param = p;
    return intern_like(pool, &like);
}

const expr *expr_loop_var(expr_pool *pool, const loop_var *v)
{
    expr like = {.kind = EXPR_LOOP_VAR};
    like.u.var = v;
    return intern_like(pool, &like);
}

static const expr *on_axis(expr_pool *pool, expr_kind kind, const proc_grid *grid, int axis)
{
    assert(axis >= 0 && axis < grid->rank);
    expr like = {.kind = kind};
    like.u.on.grid = grid;
    like.u.on.axis = axis;
    return intern_like(pool, &like);
}

const expr *expr_coord(expr_pool *pool, const struct proc_grid *grid, int axis)
{
    return on_axis(pool, EXPR_COORD, grid, axis);
}

const expr *expr_extent(expr_pool *pool, const struct proc_grid *grid, int axis)
{
    return on_axis(pool, EXPR_EXTENT, grid, axis);
}

static int by_id(const void *a, const void *b)
{
    const expr *x = *(const expr *const *)a, *y = *(const expr *const *)b;
    return (x->id > y->id) - (x->id < y->id);
}

void expr_sort(const expr **operand, int count)
{
    if (count > 1)
        qsort(operand, (size_t)count, sizeof *operand, by_id);
}

void expr_flatten(expr_pool *pool, expr_vec *into, expr_kind kind, const expr *e)
{
    if (e->kind != kind || e->is_opaque) {
        VEC_PUSH(pool->ctx->arena, into, e);
        return;
    }
    for (int i = 0; i < e->u.op.count; i++)
        VEC_PUSH(pool->ctx->arena, into, e->u.op.operand[i]);
}

static bool is_same_axis(const axis_map *a, const axis_map *b)
{
    return a->source == b->source && a->kind == b->kind && a->stride == b->stride &&
           a->offset == b->offset && a->block == b->block && a->lower == b->lower &&
           a->extent == b->extent && a->grid == b->grid && a->axis == b->axis &&
           gen_sizes_equal(a->sizes, b->sizes);
}

const axis_map *expr_intern_axis(expr_pool *pool, const axis_map *axis)
{
    for (int i = 0; i < pool->axes.count; i++)
        if (is_same_axis(pool->axes.data[i], axis))
            return pool->axes.data[i];
    axis_map *copy = arena_copy(pool->ctx->arena, axis, sizeof *axis);
    copy->dim = 0; /* which array dimension it is, a count does not ask */
    VEC_PUSH(pool->ctx->arena, &pool->axes, copy);
    return copy;
}
