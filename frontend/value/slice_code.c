/* Expressions as steps of slices. */

#include "frontend/value/slice_code.h"

#include "frontend/value/array_constants.h"
#include "frontend/value/array_flow.h"
#include "frontend/value/array_length.h"
#include "frontend/value/callee_effects.h"
#include "frontend/value/constant_propagation.h"
#include "frontend/value/integer.h"

/* --- Steps ---------------------------------------------------------------- */

/* How many values a step leaves on the stack, less those that it takes. */
static int growth_of(slice_op op)
{
    if (op == SLICE_NUMBER || op == SLICE_INPUT || op == SLICE_LOAD)
        return 1;
    bool takes_one = op == SLICE_DROP || op == SLICE_JUMP_FALSE || op == SLICE_RETURN ||
                     op == SLICE_PUT || (op >= SLICE_ADD && op <= SLICE_NE);
    return takes_one ? -1 : 0;
}

int slice_emit(slice_maker *m, slice_op op, const c_type *type, int64_t operand)
{
    enum { HIGHEST = 48 }; /* below what the machine has room for */
    slice_step step = {.op = op, .operand = operand};
    if (type) {
        step.bytes = (int16_t)type->bytes;
        step.is_unsigned = type->is_unsigned;
        step.is_bool = type->is_bool;
    }
    m->height += growth_of(op);
    m->is_lost |= m->height > HIGHEST;
    VEC_PUSH(m->lo->ctx->arena, &m->code, step);
    return m->code.count - 1;
}

void slice_jump(slice_maker *m, slice_op op, jump_vec *from)
{
    VEC_PUSH(m->lo->ctx->arena, from, slice_emit(m, op, NULL, 0));
}

void slice_land(slice_maker *m, const jump_vec *jumps)
{
    for (int i = 0; i < jumps->count; i++)
        m->code.data[jumps->data[i]].operand = m->code.count;
}

/* An element of an array's cells, by the index on the stack. */
static void access_element(slice_maker *m, slice_op op, const slice_cell *array)
{
    const int at = slice_emit(m, op, NULL, array->at);
    m->code.data[at].extent = array->extent;
}

/* --- Cells and inputs ------------------------------------------------------ */

int slice_add_cell(slice_maker *m, const decl *d, int extent)
{
    const int at = m->cell_count;
    VEC_PUSH(m->lo->ctx->arena, &m->cells, ((slice_cell){d, at, extent}));
    m->cell_count += extent ? extent : 1;
    return at;
}

static const slice_cell *find_cell(const slice_maker *m, const decl *d)
{
    for (int i = 0; i < m->cells.count; i++)
        if (m->cells.data[i].variable == d)
            return &m->cells.data[i];
    return NULL;
}

static int cell_of(const slice_maker *m, const decl *d)
{
    const slice_cell *cell = find_cell(m, d);
    return cell ? cell->at : -1;
}

const decl *slice_target(const syntax *s)
{
    bool sets =
        s->kind == SYNTAX_ASSIGN ||
        (s->kind == SYNTAX_UNARY && (s->op >= OPERATOR_PRE_INC || s->op == OPERATOR_ADDRESS));
    const decl *scalar = sets && s->child_count ? syntax_scalar_name(s->child[0]) : NULL;
    return scalar ? scalar : array_set_by(s);
}

bool slice_has(const slice_maker *m, const decl *d)
{
    return d && cell_of(m, d) >= 0;
}

/* Does it name one of the slice's variables, or of the function's that is being written, or do
 * something besides its value? */
static bool is_of_slice(const slice_maker *m, const syntax *s)
{
    if (!s)
        return false;
    if (s->kind == SYNTAX_NAME && s->decl)
        return slice_has(m, s->decl) ||
               (m->function && s->decl->function == m->function && !s->decl->is_static);
    if (s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (is_of_slice(m, syntax_part(s, i)))
            return true;
    return false;
}

/* Variables of file scope in it vary in the loop: a function sets them that is called there, or
 * the loop does, and it is a function that looks at them. */
static bool varies_in_loop(const slice_maker *m, const syntax *s)
{
    if (!s || !m->region)
        return false;
    if (s->kind == SYNTAX_NAME && s->decl && s->decl->kind == DECL_VARIABLE &&
        (value_callees_assign(m->lo, m->region, s->decl) ||
         (m->function && value_is_assigned_in(m->region, s->decl))))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (varies_in_loop(m, syntax_part(s, i)))
            return true;
    return false;
}

void slice_expression(slice_maker *m, const expr *e)
{
    int64_t number;
    if (expr_is_int(e, &number)) {
        slice_emit(m, SLICE_NUMBER, NULL, number);
        return;
    }
    int at = 0;
    while (at < m->inputs.count && m->inputs.data[at] != e)
        at++;
    if (at == m->inputs.count)
        VEC_PUSH(m->lo->ctx->arena, &m->inputs, e);
    slice_emit(m, SLICE_INPUT, NULL, at);
}

/* All of `s` comes from outside: an input, its conversions included. */
static bool push_input(slice_maker *m, const syntax *s)
{
    if (is_of_slice(m, s))
        return false;
    const expr *e = varies_in_loop(m, s) ? NULL : value_integer(m->lo, s, false);
    if (e)
        slice_expression(m, e);
    return e != NULL;
}

/* --- Operators ------------------------------------------------------------- */

static void lose(slice_maker *m)
{
    m->is_lost = true;
    slice_emit(m, SLICE_NUMBER, NULL, 0); /* so that the stack's height stays right */
}

static const slice_op op_of[] = {
    [OPERATOR_ADD] = SLICE_ADD, [OPERATOR_SUB] = SLICE_SUB, [OPERATOR_MUL] = SLICE_MUL,
    [OPERATOR_DIV] = SLICE_DIV, [OPERATOR_REM] = SLICE_REM, [OPERATOR_SHL] = SLICE_SHL,
    [OPERATOR_SHR] = SLICE_SHR, [OPERATOR_AND] = SLICE_AND, [OPERATOR_OR] = SLICE_OR,
    [OPERATOR_XOR] = SLICE_XOR, [OPERATOR_LT] = SLICE_LT,   [OPERATOR_LE] = SLICE_LE,
    [OPERATOR_EQ] = SLICE_EQ,   [OPERATOR_NE] = SLICE_NE};

static bool is_integer(const syntax *s)
{
    return s && s->type && s->type->kind == TYPE_INT;
}

/* Both operands are on the stack, in a type of int's size or more. */
static void operate(slice_maker *m, syntax_op op, const c_type *type)
{
    slice_emit(m, op_of[op], type, 0);
}

/* a > b is b < a: what is evaluated first does not matter to a value. */
static void comparison(slice_maker *m, const syntax *s)
{
    bool is_turned = s->op == OPERATOR_GT || s->op == OPERATOR_GE;
    syntax_op op = s->op == OPERATOR_GT ? OPERATOR_LT : s->op == OPERATOR_GE ? OPERATOR_LE : s->op;
    const c_type *left = syntax_final_type(s->child[0]), *right = syntax_final_type(s->child[1]);
    const c_type *type = left && right ? c_type_common(left, right) : NULL;
    for (int i = 0; i < 2; i++) {
        slice_value(m, s->child[is_turned ? 1 - i : i]);
        if (type)
            slice_emit(m, SLICE_CONVERT, type, 0);
    }
    operate(m, op, type);
}

/* a && b, a || b: as a condition with two values. */
static void junction(slice_maker *m, const syntax *s)
{
    jump_vec first = {0}, second = {0}, end = {0};
    bool is_and = s->op == OPERATOR_LOGICAL_AND;
    slice_value(m, s->child[0]);
    if (!is_and)
        slice_emit(m, SLICE_NOT, NULL, 0);
    slice_jump(m, SLICE_JUMP_FALSE, &first);
    slice_value(m, s->child[1]);
    slice_jump(m, SLICE_JUMP_FALSE, &second);
    slice_emit(m, SLICE_NUMBER, NULL, 1);
    slice_jump(m, SLICE_JUMP, &end);
    slice_land(m, is_and ? &first : &second);
    if (is_and)
        slice_land(m, &second);
    slice_emit(m, SLICE_NUMBER, NULL, 0);
    m->height--;
    if (!is_and) {
        slice_jump(m, SLICE_JUMP, &end);
        slice_land(m, &first);
        slice_emit(m, SLICE_NUMBER, NULL, 1);
        m->height--;
    }
    slice_land(m, &end);
}

static void conditional(slice_maker *m, const syntax *s)
{
    jump_vec other = {0}, end = {0};
    slice_value(m, s->child[0]);
    slice_jump(m, SLICE_JUMP_FALSE, &other);
    slice_value(m, s->child[1]);
    slice_jump(m, SLICE_JUMP, &end);
    slice_land(m, &other);
    m->height--;
    slice_value(m, s->child[2]);
    slice_land(m, &end);
}

static void binary(slice_maker *m, const syntax *s)
{
    if (s->op == OPERATOR_COMMA) {
        slice_effects(m, s->child[0]);
        slice_value(m, s->child[1]);
    } else if (s->op == OPERATOR_LOGICAL_AND || s->op == OPERATOR_LOGICAL_OR) {
        junction(m, s);
    } else if (s->op >= OPERATOR_LT && s->op <= OPERATOR_NE) {
        comparison(m, s);
    } else {
        bool is_shift = s->op == OPERATOR_SHL || s->op == OPERATOR_SHR;
        slice_value(m, s->child[0]);
        slice_emit(m, SLICE_CONVERT, s->type, 0);
        slice_value(m, s->child[1]);
        if (!is_shift)
            slice_emit(m, SLICE_CONVERT, s->type, 0);
        operate(m, s->op, s->type);
    }
}

/* v++ and --v of one of the slice's variables; the value before or after. */
static void increment(slice_maker *m, const syntax *s)
{
    const decl *d = syntax_scalar_name(s->child[0]);
    bool is_down = s->op == OPERATOR_PRE_DEC || s->op == OPERATOR_POST_DEC;
    bool is_old = s->op == OPERATOR_POST_INC || s->op == OPERATOR_POST_DEC;
    if (!d || !slice_has(m, d) || d->type->is_bool) {
        lose(m);
        return;
    }
    int at = cell_of(m, d);
    if (is_old)
        slice_emit(m, SLICE_LOAD, NULL, at);
    slice_emit(m, SLICE_LOAD, NULL, at);
    slice_emit(m, SLICE_NUMBER, NULL, 1);
    slice_emit(m, is_down ? SLICE_SUB : SLICE_ADD, c_type_promoted(d->type), 0);
    slice_store(m, d);
    if (is_old)
        slice_emit(m, SLICE_DROP, NULL, 0);
}

static void unary(slice_maker *m, const syntax *s)
{
    if (s->op >= OPERATOR_PRE_INC) {
        increment(m, s);
    } else if (s->op == OPERATOR_NOT || s->op == OPERATOR_NEGATE || s->op == OPERATOR_COMPLEMENT) {
        slice_value(m, s->child[0]);
        if (s->op != OPERATOR_NOT)
            slice_emit(m, SLICE_CONVERT, s->type, 0);
        slice_emit(m,
                   s->op == OPERATOR_NOT      ? SLICE_NOT
                   : s->op == OPERATOR_NEGATE ? SLICE_NEGATE
                                              : SLICE_COMPLEMENT,
                   s->op == OPERATOR_NOT ? NULL : s->type, 0);
    } else {
        lose(m);
    }
}

/* --- Assignments ------------------------------------------------------------ */

static bool has_effects(const syntax *s)
{
    if (s->kind == SYNTAX_ASSIGN || s->kind == SYNTAX_CALL ||
        (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC))
        return true;
    for (int i = 0; i < s->child_count; i++) {
        const syntax *part = syntax_part(s, i);
        if (part && has_effects(part))
            return true;
    }
    return false;
}

void slice_store(slice_maker *m, const decl *d)
{
    slice_emit(m, SLICE_CONVERT, d->type, 0);
    slice_emit(m, SLICE_STORE, NULL, cell_of(m, d));
}

static int indices_of(const syntax *s)
{
    int count = 0;
    for (; s->kind == SYNTAX_SUBSCRIPT; s = s->child[0])
        count++;
    return count;
}

/* Which of the array's elements it is, in the order of memory. */
static void element_index(slice_maker *m, const syntax *s, const decl *array)
{
    static const c_type wide = {.kind = TYPE_INT, .bytes = 8};
    const int k = indices_of(s) - 1;
    if (k == 0) {
        slice_value(m, s->child[1]);
        return;
    }
    element_index(m, s->child[0], array);
    slice_emit(m, SLICE_CONVERT, &wide, 0);
    slice_emit(m, SLICE_NUMBER, NULL, array->count[k]);
    slice_emit(m, SLICE_MUL, &wide, 0);
    slice_value(m, s->child[1]);
    slice_emit(m, SLICE_CONVERT, &wide, 0);
    slice_emit(m, SLICE_ADD, &wide, 0);
}

/* Is the element one of those of malloc that are followed, by a number? */
static bool is_among_followed(const syntax *s, const slice_cell *cell)
{
    const syntax *index = s->child[1];
    return index->kind == SYNTAX_INT && index->value >= 0 && index->value < cell->extent;
}

/* Where --set makes the array longer than what is followed, running the slice says so. */
static void fetch_element(slice_maker *m, const syntax *s, const slice_cell *cell)
{
    m->is_lost |= array_is_open(m->lo, cell->variable) && !is_among_followed(s, cell);
    element_index(m, s, cell->variable);
    access_element(m, SLICE_FETCH, cell);
}

/* Sets m[e] to the value, which stays; beyond those that are followed, nothing. */
static void put_element(slice_maker *m, const syntax *s, const slice_cell *cell)
{
    element_index(m, s, cell->variable);
    if (array_is_whole(m->lo, cell->variable) || is_among_followed(s, cell)) {
        access_element(m, SLICE_PUT, cell);
        return;
    }
    jump_vec beyond = {0};
    const int index = slice_add_cell(m, NULL, 0);
    slice_emit(m, SLICE_STORE, NULL, index);
    slice_emit(m, SLICE_NUMBER, NULL, cell->extent);
    slice_emit(m, SLICE_LT, NULL, 0);
    slice_jump(m, SLICE_JUMP_FALSE, &beyond);
    slice_emit(m, SLICE_LOAD, NULL, index);
    access_element(m, SLICE_PUT, cell);
    slice_land(m, &beyond);
}

/* m[e] = v and m[e] op= v; the element's value stays. */
static void assign_element(slice_maker *m, const syntax *s, const slice_cell *cell)
{
    const c_type *type = cell->variable->element;
    const syntax *by = s->child[1];
    if (s->op != OPERATOR_NONE) {
        bool is_shift = s->op == OPERATOR_SHL || s->op == OPERATOR_SHR;
        const c_type *in =
            is_shift ? c_type_promoted(type) : c_type_common(type, syntax_final_type(by));
        fetch_element(m, s->child[0], cell);
        slice_emit(m, SLICE_CONVERT, in, 0);
        slice_value(m, by);
        if (!is_shift)
            slice_emit(m, SLICE_CONVERT, in, 0);
        operate(m, s->op, in);
    } else {
        slice_value(m, by);
    }
    slice_emit(m, SLICE_CONVERT, type, 0);
    put_element(m, s->child[0], cell);
}

static void assignment(slice_maker *m, const syntax *s)
{
    const decl *d = syntax_scalar_name(s->child[0]), *array = array_set_by(s);
    const syntax *by = s->child[1];
    const slice_cell *cell = array ? find_cell(m, array) : NULL;
    if (cell && cell->extent && is_integer(by) && !has_effects(s->child[0])) {
        assign_element(m, s, cell);
        return;
    }
    if (!d || !slice_has(m, d) || !is_integer(by)) {
        lose(m);
        return;
    }
    if (s->op != OPERATOR_NONE) {
        bool is_shift = s->op == OPERATOR_SHL || s->op == OPERATOR_SHR;
        const c_type *type =
            is_shift ? c_type_promoted(d->type) : c_type_common(d->type, syntax_final_type(by));
        slice_emit(m, SLICE_LOAD, NULL, cell_of(m, d));
        slice_emit(m, SLICE_CONVERT, type, 0);
        slice_value(m, by);
        if (!is_shift)
            slice_emit(m, SLICE_CONVERT, type, 0);
        operate(m, s->op, type);
    } else {
        slice_value(m, by);
    }
    slice_store(m, d);
}

/* --- Calls ------------------------------------------------------------------ */

/* The position of the function among those that the slice calls. */
static int function_of(slice_maker *m, decl *f)
{
    for (int i = 0; i < m->functions.count; i++)
        if (m->functions.data[i].called == f)
            return i;
    VEC_PUSH(m->lo->ctx->arena, &m->functions, ((slice_function){.called = f, .begin = -1}));
    return m->functions.count - 1;
}

void slice_call(slice_maker *m, const syntax *s)
{
    decl *f = syntax_callee_name(s) ? s->child[0]->decl : NULL;
    if (!f || !f->body || f->is_replaceable || s->child_count != f->formal_count + 1) {
        lose(m);
        return;
    }
    for (int i = 0; i < f->formal_count; i++)
        if (decl_is_integer(f->formals[i])) {
            slice_value(m, s->child[i + 1]);
            slice_emit(m, SLICE_CONVERT, f->formals[i]->type, 0);
        } else { /* what it computes with it is no integer of the slice */
            slice_emit(m, SLICE_NUMBER, NULL, 0);
        }
    int at = function_of(m, f), step = slice_emit(m, SLICE_CALL, NULL, 0);
    m->code.data[step].arguments = f->formal_count;
    m->height += 1 - f->formal_count;
    VEC_PUSH(m->lo->ctx->arena, &m->functions.data[at].calls, step);
}

/* --- Expressions ------------------------------------------------------------- */

/* An element of an array of constants: each index in turn. */
static void element(slice_maker *m, const syntax *s)
{
    enum { MOST = 256 };
    const decl *array = array_of_element(s);
    const expr *const *value = NULL;
    const slice_cell *own = array ? find_cell(m, array) : NULL;
    if (own && own->extent) {
        fetch_element(m, s, own);
        return;
    }
    bool is_variable = array && array->kind == DECL_VARIABLE;
    const expr *const *now = is_variable ? array_now(m->lo, array) : NULL;
    is_variable = is_variable && array->element && array->rank == 1;
    int count = now                          ? array_followed(m->lo, array)
                : is_variable && array->init ? value_elements(m->lo, array, &value)
                                             : 0;
    bool is_known = count > 0 && count <= MOST && !array->is_replaceable &&
                    (!now || array_is_whole(m->lo, array));
    value = now ? now : value;
    for (int i = 0; is_known && i < count; i++)
        is_known = value[i] && (now || value[i]->u.param->value);
    if (!is_known) {
        lose(m);
        return;
    }
    const int index = slice_add_cell(m, NULL, 0);
    jump_vec end = {0};
    element_index(m, s, array);
    slice_emit(m, SLICE_STORE, NULL, index);
    slice_emit(m, SLICE_DROP, NULL, 0);
    for (int i = 0; i < count; i++) {
        jump_vec next = {0};
        slice_emit(m, SLICE_LOAD, NULL, index);
        slice_emit(m, SLICE_NUMBER, NULL, i);
        slice_emit(m, SLICE_EQ, NULL, 0);
        slice_jump(m, SLICE_JUMP_FALSE, &next);
        slice_expression(m, value[i]);
        slice_jump(m, SLICE_JUMP, &end);
        m->height--;
        slice_land(m, &next);
    }
    slice_emit(m, SLICE_NUMBER, NULL, 0); /* outside: C has no value there */
    slice_land(m, &end);
}

static void structure(slice_maker *m, const syntax *s)
{
    const decl *d = s->kind == SYNTAX_NAME ? s->decl : NULL;
    if (d && slice_has(m, d))
        slice_emit(m, SLICE_LOAD, NULL, cell_of(m, d));
    else if (s->kind == SYNTAX_INT) /* of 64 unsigned bits: any other is an input */
        slice_emit(m, SLICE_NUMBER, NULL, s->value);
    else if (s->kind == SYNTAX_UNARY)
        unary(m, s);
    else if (s->kind == SYNTAX_BINARY)
        binary(m, s);
    else if (s->kind == SYNTAX_ASSIGN)
        assignment(m, s);
    else if (s->kind == SYNTAX_CONDITIONAL)
        conditional(m, s);
    else if (s->kind == SYNTAX_CALL)
        slice_call(m, s);
    else if (s->kind == SYNTAX_SUBSCRIPT)
        element(m, s);
    else
        lose(m);
}

void slice_value(slice_maker *m, const syntax *s)
{
    if (!is_integer(s)) {
        lose(m);
        return;
    }
    if (push_input(m, s))
        return;
    structure(m, s);
    for (const conversion *c = s->converted; c; c = c->next)
        slice_emit(m, SLICE_CONVERT, c->type, 0);
}
