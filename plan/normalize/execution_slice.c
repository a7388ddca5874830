#include "plan/normalize/execution_slice.h"

#include "program/expr/slice.h"

enum { CELLS_MOST = 16 }; /* numbers that wait for each other on the stack of a slice */

typedef VEC(slice_step) step_list;

typedef struct maker {
    planner *p;
    const execution_step *s;
    const expr_substitution *first;
    int *cell; /* by formal; -1: it is not followed */
    int cells;
    step_list code;
    expr_list inputs;
    bool has_failed;
} maker;

static int formal_of(const maker *m, const expr *e)
{
    const function *f = m->s->callee;
    for (int i = 0; e->kind == EXPR_PARAM && f->formal_params && i < f->formal_count; i++)
        if (f->formal_params[i] == e->u.param)
            return i;
    return -1;
}

/* Does it depend on a formal? *all: on none that is not followed. */
static bool mentions_formal(const maker *m, const expr *e, bool *all)
{
    const int i = formal_of(m, e);
    bool any = i >= 0;
    *all &= i < 0 || m->cell[i] >= 0;
    for (int k = 0; k < expr_operand_count(e); k++)
        any |= mentions_formal(m, e->u.op.operand[k], all);
    return any;
}

/* The value of a formal in the first execution; null: nothing tells it. */
static const expr *first_value(const maker *m, int i)
{
    for (int k = 0; k < m->first->count; k++)
        if (m->first->params[k] == m->s->callee->formal_params[i])
            return m->first->with[k];
    return NULL;
}

static bool is_of_formals(const maker *m, const expr *e)
{
    bool all = true;
    mentions_formal(m, e, &all);
    return all && !e->uses_loop_var && !e->uses_coord;
}

/* Follows the formals that depend on followed ones only. */
static void choose_cells(maker *m)
{
    const function *f = m->s->callee;
    m->cell = ARENA_ARRAY(m->p->arena, f->formal_count + 1, int);
    for (int i = 0; i < f->formal_count; i++) {
        const bool has_value = f->formal_params && f->formal_params[i] && first_value(m, i);
        m->cell[i] = has_value && m->s->next[i] ? 0 : -1;
    }
    for (bool is_new = true; is_new;) {
        is_new = false;
        for (int i = 0; i < f->formal_count; i++)
            if (m->cell[i] >= 0 && !is_of_formals(m, m->s->next[i])) {
                m->cell[i] = -1;
                is_new = true;
            }
    }
    for (int i = 0; i < f->formal_count; i++)
        if (m->cell[i] >= 0)
            m->cell[i] = m->cells++;
}

/* Are all of the conditions of formals that are followed? */
static bool is_counted(const maker *m)
{
    bool all = m->s->is_decided;
    for (int i = 0; all && i < m->s->conditions.count; i++)
        all = is_of_formals(m, m->s->conditions.data[i]);
    return all;
}

/* --- Code ------------------------------------------------------------------------------------ */

static int emit(maker *m, slice_op op, int64_t operand)
{
    VEC_PUSH(m->p->arena, &m->code,
             ((slice_step){.op = op, .bytes = sizeof operand, .operand = operand}));
    return m->code.count - 1;
}

static void emit_expr(maker *m, const expr *e);

static void emit_input(maker *m, const expr *e)
{
    int i = 0;
    while (i < m->inputs.count && m->inputs.data[i] != e)
        i++;
    if (i == m->inputs.count)
        VEC_PUSH(m->p->arena, &m->inputs, e);
    emit(m, SLICE_INPUT, i);
}

/* ((a % b) + b) % b: of a positive divisor. */
static void emit_mod(maker *m, const expr *a, const expr *b)
{
    emit_expr(m, a);
    emit_expr(m, b);
    emit(m, SLICE_REM, 0);
    emit_expr(m, b);
    emit(m, SLICE_ADD, 0);
    emit_expr(m, b);
    emit(m, SLICE_REM, 0);
}

/* c ? a : b; of what is not taken nothing is computed. */
static void emit_select(maker *m, const expr *c, const expr *a, const expr *b)
{
    emit_expr(m, c);
    const int other = emit(m, SLICE_JUMP_FALSE, 0);
    emit_expr(m, a);
    const int end = emit(m, SLICE_JUMP, 0);
    m->code.data[other].operand = m->code.count;
    emit_expr(m, b);
    m->code.data[end].operand = m->code.count;
}

static void emit_all(maker *m, const expr *e, slice_op op)
{
    for (int i = 0; i < e->u.op.count; i++) {
        emit_expr(m, e->u.op.operand[i]);
        if (i > 0)
            emit(m, op, 0);
    }
}

static void emit_truth(maker *m, const expr *e)
{
    emit_expr(m, e);
    emit(m, SLICE_NOT, 0);
    emit(m, SLICE_NOT, 0);
}

static void emit_operation(maker *m, const expr *e)
{
    const expr *const *x = (const expr *const *)e->u.op.operand;
    expr_pool *pool = m->p->pool;
    switch (e->kind) {
    case EXPR_ADD:
        emit_all(m, e, SLICE_ADD);
        return;
    case EXPR_MUL:
        emit_all(m, e, SLICE_MUL);
        return;
    case EXPR_FLOOR_DIV:
        emit_expr(m, x[0]);
        emit_mod(m, x[0], x[1]);
        emit(m, SLICE_SUB, 0);
        emit_expr(m, x[1]);
        emit(m, SLICE_DIV, 0);
        return;
    case EXPR_MOD:
        emit_mod(m, x[0], x[1]);
        return;
    case EXPR_MIN:
    case EXPR_MAX:
        if (e->u.op.count == 2)
            emit_select(m,
                        expr_logic(pool, EXPR_LT, x[e->kind == EXPR_MAX], x[e->kind == EXPR_MIN]),
                        x[0], x[1]);
        m->has_failed |= e->u.op.count != 2;
        return;
    case EXPR_SELECT:
        emit_select(m, x[0], x[1], x[2]);
        return;
    case EXPR_LT:
        emit_all(m, e, SLICE_LT);
        return;
    case EXPR_LE:
        emit_all(m, e, SLICE_LE);
        return;
    case EXPR_EQ:
        emit_all(m, e, SLICE_EQ);
        return;
    case EXPR_NE:
        emit_all(m, e, SLICE_NE);
        return;
    case EXPR_AND:
    case EXPR_OR:
        for (int i = 0; i < e->u.op.count; i++) {
            emit_truth(m, x[i]);
            if (i > 0)
                emit(m, e->kind == EXPR_AND ? SLICE_AND : SLICE_OR, 0);
        }
        return;
    case EXPR_NOT:
        emit_expr(m, x[0]);
        emit(m, SLICE_NOT, 0);
        return;
    case EXPR_INT:
    case EXPR_PARAM:
    case EXPR_LOOP_VAR:
    case EXPR_COORD:
    case EXPR_EXTENT:
    case EXPR_POWER:
    case EXPR_LOG:
    case EXPR_SLICE:
    case EXPR_COUNT:
        m->has_failed = true;
        return;
    }
}

static void emit_expr(maker *m, const expr *e)
{
    bool all = true;
    const int i = formal_of(m, e);
    if (i >= 0)
        emit(m, SLICE_LOAD, m->cell[i]);
    else if (e->kind == EXPR_INT)
        emit(m, SLICE_NUMBER, e->u.value);
    else if (!mentions_formal(m, e, &all))
        emit_input(m, e);
    else
        emit_operation(m, e);
}

static void emit_store(maker *m, int cell)
{
    emit(m, SLICE_STORE, cell);
    emit(m, SLICE_DROP, 0);
}

static void emit_next(maker *m)
{
    const function *f = m->s->callee;
    for (int i = 0; i < f->formal_count; i++)
        if (m->cell[i] >= 0)
            emit_expr(m, m->s->next[i]);
    for (int cell = m->cells; cell-- > 0;)
        emit_store(m, cell);
}

/* A loop over the executions. */
static void emit_loop(maker *m)
{
    const function *f = m->s->callee;
    VEC(int) ends = {0};
    for (int i = 0; i < f->formal_count; i++)
        if (m->cell[i] >= 0) {
            emit_input(m, first_value(m, i));
            emit_store(m, m->cell[i]);
        }
    const int head = emit(m, SLICE_HEAD, 0);
    for (int i = 0; is_counted(m) && i < m->s->conditions.count; i++) {
        emit_expr(m, m->s->conditions.data[i]);
        VEC_PUSH(m->p->arena, &ends, emit(m, SLICE_JUMP_FALSE, 0));
    }
    emit_next(m);
    emit(m, SLICE_JUMP, head);
    for (int i = 0; i < ends.count; i++)
        m->code.data[ends.data[i]].operand = m->code.count;
    emit(m, SLICE_END, 0);
}

static const expr *slice_result_of(maker *m, const expr *limit, int cell)
{
    emit_loop(m);
    if (m->has_failed || m->cells > CELLS_MOST)
        return NULL;
    const slice code = {.count = m->code.count,
                        .step = m->code.data,
                        .cell_count = m->cells,
                        .input_count = m->inputs.count,
                        .is_loop = true,
                        .where = m->s->callee->where};
    const slice_result result = {.limit = limit, .cell = cell};
    return expr_slice(m->p->pool, expr_intern_slice(m->p->pool, &code), &result, m->inputs.data);
}

/* --- Questions ------------------------------------------------------------------------------- */

const expr *execution_value(planner *p, const execution_step *s, const expr_substitution *first,
                            int i, const expr *number)
{
    maker m = {.p = p, .s = s, .first = first};
    const expr *begin = first_value(&m, i), *next = s->next[i];
    int64_t amount;
    if (!begin || !next)
        return NULL;
    const expr *step = expr_sub(p->pool, next, expr_param(p->pool, s->callee->formal_params[i]));
    if (expr_is_int(step, &amount))
        return expr_add(p->pool, begin, expr_mul(p->pool, number, step));
    choose_cells(&m);
    return m.cell[i] < 0 ? NULL : slice_result_of(&m, number, m.cell[i]);
}

const expr *execution_count(planner *p, const execution_step *s, const expr_substitution *first)
{
    maker m = {.p = p, .s = s, .first = first};
    choose_cells(&m);
    return is_counted(&m) ? slice_result_of(&m, NULL, SLICE_TRIPS) : NULL;
}
