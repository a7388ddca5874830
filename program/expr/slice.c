/* Slices as operands of expressions. */

#include "program/expr/slice.h"

#include <assert.h>
#include <string.h>

#include "program/expr/internal.h"

static bool is_same_code(const slice *a, const slice *b)
{
    if (a->count != b->count || a->cell_count != b->cell_count ||
        a->input_count != b->input_count || a->is_loop != b->is_loop)
        return false;
    for (int i = 0; i < a->count; i++) {
        const slice_step *x = &a->step[i], *y = &b->step[i];
        if (x->op != y->op || x->bytes != y->bytes || x->is_unsigned != y->is_unsigned ||
            x->is_bool != y->is_bool || x->extent != y->extent || x->arguments != y->arguments ||
            x->operand != y->operand)
            return false;
    }
    return true;
}

const slice *expr_intern_slice(expr_pool *pool, const slice *like)
{
    for (int i = 0; i < pool->slices.count; i++)
        if (is_same_code(pool->slices.data[i], like))
            return pool->slices.data[i];
    slice *s = arena_copy(pool->ctx->arena, like, sizeof *like);
    s->step = arena_copy(pool->ctx->arena, like->step, (size_t)like->count * sizeof *like->step);
    s->id = pool->slices.count;
    VEC_PUSH(pool->ctx->arena, &pool->slices, s);
    return s;
}

const expr *expr_slice(expr_pool *pool, const slice *s, const slice_result *result,
                       const expr *const *inputs)
{
    const int count = SLICE_OPERANDS + s->input_count;
    const expr **operand = ARENA_ARRAY(pool->ctx->arena, count, const expr *);
    operand[0] = result->limit ? result->limit : expr_int(pool, INT64_MAX);
    operand[1] = expr_int(pool, result->cell);
    operand[2] = expr_int(pool, result->extent);
    operand[3] = result->index ? result->index : expr_int(pool, 0);
    for (int i = 0; i < s->input_count; i++)
        operand[SLICE_OPERANDS + i] = inputs[i];
    return expr_intern_code(pool, s, operand, count);
}
