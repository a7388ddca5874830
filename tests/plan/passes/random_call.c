#include "tests/plan/passes/random_maker.h"

/* A function of two arrays and a number, whose body is a nest over its formals. */

/* Lets a loop of the body end at the number; what calls must pass for it. */
static int bind_number(node *body, const expr *number)
{
    for (node *n = body; n && n->kind == NODE_LOOP; n = n->u.loop.body) {
        const expr **upper = &n->u.loop.range.upper;
        if ((*upper)->uses_loop_var)
            continue;
        int value = random_value(*upper);
        *upper = number;
        return value;
    }
    return 0;
}

void random_function(maker *m)
{
    function *f = ARENA_NEW(m->ctx->arena, function);
    const variable **formals = ARENA_ARRAY(m->ctx->arena, 3, const variable *);
    const param **params = ARENA_ARRAY(m->ctx->arena, 3, const param *);
    f->name = "f";
    for (int i = 0; i < 3; i++) {
        variable *v = random_variable(m, i < 2 ? arena_printf(m->ctx->arena, "f%d", i) : "n");
        v->owner = f;
        v->formal_index = i;
        v->rank = i < 2 ? random_choice(m)->rank : 0;
        for (int d = 0; d < v->rank; d++)
            v->extent[d] = expr_int(m->pool, random_least_extent(m));
        if (i < 2 && m->is_dynamic && random_in(m->r, 0, 2) == 0)
            v->align = random_formal_alignment(m, v);
        formals[i] = v;
    }
    const param *n = expr_new_param(m->pool, PARAM_FORMAL, "n", (source_range){0});
    params[2] = n;
    f->formal_count = 3;
    f->formals = formals;
    f->formal_params = params;
    f->has_body = f->has_distributed = true;
    /* In its body only the formals are known. */
    const variable **arrays = m->arrays.data;
    int count = m->arrays.count;
    m->arrays.data = formals;
    m->arrays.count = 2;
    f->body = random_nest(m);
    m->callee_number = bind_number(f->body, expr_param(m->pool, n));
    if (m->is_dynamic && random_in(m->r, 0, 1)) {
        node *remaps = random_remaps(m), *tail = remaps;
        while (tail->next)
            tail = tail->next;
        node_append(&remaps, &tail, f->body);
        f->body = remaps;
    }
    m->arrays.data = arrays;
    m->arrays.count = count;
    m->callee = f;
}

static const variable *array_of_rank(maker *m, int rank)
{
    for (;;) {
        const variable *v = random_choice(m);
        if (v->rank == rank)
            return v;
    }
}

node *random_call(maker *m)
{
    node *c = node_new(m->ctx, NODE_CALL, (source_range){0});
    argument *arguments = ARENA_ARRAY(m->ctx->arena, 3, argument);
    for (int i = 0; i < 2; i++)
        arguments[i].array = array_of_rank(m, m->callee->formals[i]->rank);
    arguments[2].value = random_number(m, m->callee_number);
    c->u.call.callee = m->callee;
    c->u.call.argument_count = 3;
    c->u.call.arguments = arguments;
    return c;
}
