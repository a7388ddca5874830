#ifndef FPREDICT_TESTS_ESTIMATOR_MEMORY_ONE_ARRAY_H
#define FPREDICT_TESTS_ESTIMATOR_MEMORY_ONE_ARRAY_H

/* Nests that read one array. */

#include "tests/estimator/model.h"

/* Of one dimension where there are no columns. */
static inline const variable *array(model *m, int bytes, int64_t rows, int64_t columns)
{
    const expr *extents[2] = {number(m, rows), number(m, columns)};
    return model_array(m, "a", bytes, columns ? 2 : 1, extents, NULL, NULL);
}

static inline const expr *of(model *m, const loop_var *v)
{
    return expr_loop_var(m->pool, v);
}

static inline const expr *sum(model *m, const expr *a, const expr *b)
{
    return expr_add(m->pool, a, b);
}

/* A statement that reads `count` elements of it. */
static inline node *reads(model *m, const variable *a, int count, const expr *(*index)[2])
{
    node *n = work(m, 0);
    const reference **refs = ARENA_ARRAY(m->ctx->arena, count, const reference *);
    for (int i = 0; i < count; i++) {
        reference *ref = ARENA_NEW(m->ctx->arena, reference);
        ref->var = a;
        for (int d = 0; d < a->rank; d++)
            ref->sub[d] = (subscript){SUBSCRIPT_VALUE, index[i][d]};
        refs[i] = ref;
    }
    n->u.stmt.read_count = count;
    n->u.stmt.reads = refs;
    return n;
}

/* The loop v = 0 .. n - 1. */
static inline node *over(model *m, const loop_var *v, int64_t n, node *body)
{
    return loop(m, v, number(m, 0), number(m, n - 1), number(m, 1), body);
}

#endif
