/* Loops that count as a `for` does, and are written in another way: with the move
 * of the variable in the condition or in the body, with while or do. */

#include "frontend/lower/canonical_loop.h"

#include "frontend/lower/loop_bounds.h"
#include "frontend/value/constant_propagation.h"

/* v++, v--, v += e, v -= e, v = v + e and so on, or a list with one of them. */
static bool is_move(lowering *lo, const syntax *s, const syntax *test)
{
    const syntax *const parts[] = {NULL, test, s, NULL};
    const syntax loop = {.kind = SYNTAX_FOR, .child_count = 4, .child = (const syntax **)parts};
    bool is_step = s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC;
    return (is_step || s->kind == SYNTAX_ASSIGN || s->kind == SYNTAX_BINARY) &&
           (lower_stepped_variable(lo, &loop) || lower_growing_variable(lo, &loop));
}

static const syntax **parts_of(lowering *lo, syntax *loop, const syntax *s, const syntax *init,
                               const syntax *test, const syntax *move, const syntax *body)
{
    const syntax **part = ARENA_ARRAY(lo->ctx->arena, 4, const syntax *);
    part[0] = init;
    part[1] = test;
    part[2] = move;
    part[3] = body;
    *loop = *s;
    loop->kind = SYNTAX_FOR;
    loop->child_count = 4;
    loop->child = part;
    return part;
}

/* --- The move in the condition --------------------------------------------- */

static bool is_step(const syntax *s)
{
    return s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC && syntax_scalar_name(s->child[0]);
}

static syntax *copy_of(lowering *lo, const syntax *s)
{
    syntax *copy = ARENA_NEW(lo->ctx->arena, syntax);
    *copy = *s;
    copy->child = ARENA_ARRAY(lo->ctx->arena, s->child_count, const syntax *);
    for (int i = 0; i < s->child_count; i++)
        copy->child[i] = s->child[i];
    return copy;
}

/* v, as a condition: v != 0. */
static const syntax *not_zero(lowering *lo, const syntax *v)
{
    syntax *zero = ARENA_NEW(lo->ctx->arena, syntax), *test = ARENA_NEW(lo->ctx->arena, syntax);
    *zero = (syntax){.kind = SYNTAX_INT, .unit = v->unit, .type = v->type, .where = v->where};
    *test = (syntax){.kind = SYNTAX_BINARY,
                     .op = OPERATOR_NE,
                     .unit = v->unit,
                     .type = v->type,
                     .where = v->where,
                     .child_count = 2,
                     .child = ARENA_ARRAY(lo->ctx->arena, 2, const syntax *)};
    test->child[0] = v;
    test->child[1] = zero;
    return test;
}

/* The condition without the move in it, which is always evaluated: of `v-- > e`,
 * `e < --v`, `v--` and of these before `&&`. Null: there is none. */
static const syntax *without_move(lowering *lo, const syntax *test, const syntax **move)
{
    if (is_step(test)) {
        *move = test;
        return not_zero(lo, test->child[0]);
    }
    if (test->kind != SYNTAX_BINARY || test->op < OPERATOR_LOGICAL_AND || test->op > OPERATOR_NE)
        return NULL;
    syntax *copy = copy_of(lo, test);
    if (test->op == OPERATOR_LOGICAL_AND) {
        copy->child[0] = without_move(lo, test->child[0], move);
        return copy->child[0] ? copy : NULL;
    }
    for (int i = 0; i < 2 && test->op >= OPERATOR_LT; i++) {
        if (!is_step(test->child[i]))
            continue;
        syntax *moved = copy_of(lo, test->child[i]->child[0]);
        moved->converted = test->child[i]->converted; /* as what is compared is */
        *move = test->child[i];
        copy->child[i] = moved;
        return copy;
    }
    return NULL;
}

static const syntax *list_of(lowering *lo, const syntax *first, const syntax *second)
{
    if (!second)
        return first;
    syntax *list = copy_of(lo, not_zero(lo, first));
    list->op = OPERATOR_COMMA;
    list->child[0] = first;
    list->child[1] = second;
    return list;
}

/* Does the condition compare the variable other than in `moved`? */
static bool is_compared_besides(const syntax *test, const decl *var, const syntax *moved)
{
    if (test->kind != SYNTAX_BINARY)
        return test != moved && syntax_scalar_name(test) == var;
    if (test->op == OPERATOR_LOGICAL_AND)
        return is_compared_besides(test->child[0], var, moved) ||
               is_compared_besides(test->child[1], var, moved);
    for (int i = 0; i < 2; i++)
        if (test->child[i] != moved && syntax_scalar_name(test->child[i]) == var)
            return true;
    return false;
}

static bool counts_in_test(lowering *lo, const syntax *s, const syntax *init, const syntax *test,
                           const syntax *last, const syntax *body, canonical *out)
{
    const syntax *move = NULL;
    const syntax *rest = without_move(lo, test, &move);
    const decl *var = rest ? syntax_scalar_name(move->child[0]) : NULL;
    if (!var || value_is_assigned_in(rest, var) || value_is_assigned_in(last, var))
        return false;
    bool is_old = move->op == OPERATOR_POST_INC || move->op == OPERATOR_POST_DEC;
    if (is_old && is_compared_besides(test, var, move))
        return false; /* of v-- > 0 && v != n the second is of another value */
    parts_of(lo, &out->loop, s, init, rest, list_of(lo, move, last), body);
    out->moves_first = s->kind != SYNTAX_DO;
    out->tests_old = is_old;
    return true;
}

/* --- The move in the body -------------------------------------------------- */

/* Does one of the statements before `to` go on with the next iteration? */
static bool continues_before(const syntax *block, int to)
{
    for (int i = 0; i < to; i++)
        if (syntax_may_continue(block->child[i]))
            return true;
    return false;
}

static const syntax *block_of(lowering *lo, const syntax *s)
{
    syntax *block = ARENA_NEW(lo->ctx->arena, syntax);
    *block = (syntax){.kind = SYNTAX_BLOCK,
                      .unit = s->unit,
                      .where = s->where,
                      .child_count = 1,
                      .child = ARENA_ARRAY(lo->ctx->arena, 1, const syntax *)};
    block->child[0] = s;
    return block;
}

/* The last statement moves the variable: it goes into the head. One further up
 * stays where it is, and is noted. */
static bool counts_in_body(lowering *lo, const syntax *s, const syntax *init, const syntax *test,
                           const syntax *body, canonical *out)
{
    if (!body)
        return false;
    if (body->kind != SYNTAX_BLOCK)
        body = block_of(lo, body);
    for (int at = body->child_count - 1; at >= 0; at--) {
        const syntax *move = body->child[at];
        if (!is_move(lo, move, test))
            continue;
        if (continues_before(body, at))
            return false;
        bool is_last = at == body->child_count - 1;
        syntax *rest = copy_of(lo, body);
        rest->child_count -= is_last;
        parts_of(lo, &out->loop, s, init, test, move, rest);
        out->move = is_last ? NULL : move;
        return true;
    }
    return false;
}

/* --- Loops ----------------------------------------------------------------- */

bool lower_canonical(lowering *lo, const syntax *s, canonical *out)
{
    *out = (canonical){.runs_once = s->kind == SYNTAX_DO};
    bool is_for = s->kind == SYNTAX_FOR, is_do = s->kind == SYNTAX_DO;
    if (!is_for && !is_do && s->kind != SYNTAX_WHILE)
        return false;
    const syntax *init = is_for ? s->child[0] : NULL, *last = is_for ? s->child[2] : NULL;
    const syntax *test = s->child[is_for || is_do], *body = s->child[is_for ? 3 : !is_do];
    if (!test)
        return false;
    if (last && (lower_stepped_variable(lo, s) || lower_growing_variable(lo, s))) {
        out->loop = *s;
        return true;
    }
    return counts_in_test(lo, s, init, test, last, body, out) ||
           (!last && counts_in_body(lo, s, init, test, body, out));
}
