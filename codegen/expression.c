/* Expressions of the plan as C. */

#include <ctype.h>
#include <inttypes.h>

#include "codegen/emitter.h"

/* How tightly what surrounds an operand binds. */
typedef enum around { AROUND_NOTHING, AROUND_LOGIC, AROUND_SUM, AROUND_PRODUCT } around;

static void emit(emitter *e, const expr *x, around outer);

static bool is_negative_product(const expr *x)
{
    return x->kind == EXPR_MUL && x->u.op.operand[0]->kind == EXPR_INT &&
           x->u.op.operand[0]->u.value < 0;
}

static void emit_negative(emitter *e, const expr *x)
{
    if (x->kind == EXPR_INT) {
        fprintf(e->out, "%" PRId64, -x->u.value);
        return;
    }
    int64_t factor = -x->u.op.operand[0]->u.value;
    if (factor != 1)
        fprintf(e->out, "%" PRId64 " * ", factor);
    for (int i = 1; i < x->u.op.count; i++) {
        if (i > 1)
            fputs(" * ", e->out);
        emit(e, x->u.op.operand[i], AROUND_PRODUCT);
    }
}

static bool is_negative(const expr *x)
{
    return x->kind == EXPR_INT ? x->u.value < 0 && x->u.value > INT64_MIN : is_negative_product(x);
}

/* What is added first. */
static void emit_sum(emitter *e, const expr *x)
{
    bool is_first = true;
    for (int negative = 0; negative < 2; negative++)
        for (int i = 0; i < x->u.op.count; i++) {
            const expr *term = x->u.op.operand[i];
            if (is_negative(term) != (negative == 1))
                continue;
            if (negative) {
                fputs(is_first ? "-" : " - ", e->out);
                emit_negative(e, term);
            } else {
                fputs(is_first ? "" : " + ", e->out);
                emit(e, term, AROUND_SUM);
            }
            is_first = false;
        }
}

static void emit_joined(emitter *e, const expr *x, const char *between, around inner)
{
    for (int i = 0; i < x->u.op.count; i++) {
        if (i)
            fputs(between, e->out);
        emit(e, x->u.op.operand[i], inner);
    }
}

static void emit_product(emitter *e, const expr *x)
{
    if (is_negative_product(x)) {
        fputc('-', e->out);
        emit_negative(e, x);
    } else {
        emit_joined(e, x, " * ", AROUND_PRODUCT);
    }
}

static void emit_call(emitter *e, const char *name, const expr *x)
{
    fprintf(e->out, "%s(", name);
    emit_joined(e, x, ", ", AROUND_NOTHING);
    fputc(')', e->out);
}

/* C divides towards 0: the same where nothing is negative. */
static void emit_division(emitter *e, const expr *x, const char *operator, const char * otherwise)
{
    const expr *a = x->u.op.operand[0], *b = x->u.op.operand[1];
    if (a->at_least < 0 || b->at_least < 1) {
        emit_call(e, otherwise, x);
        return;
    }
    emit(e, a, AROUND_PRODUCT);
    fputs(operator, e->out);
    emit(e, b, AROUND_PRODUCT);
}

static void emit_extremum(emitter *e, const char *name, const expr *x)
{
    int count = x->u.op.count;
    for (int i = 0; i < count - 1; i++) {
        fprintf(e->out, "%s(", name);
        emit(e, x->u.op.operand[i], AROUND_NOTHING);
        fputs(", ", e->out);
    }
    emit(e, x->u.op.operand[count - 1], AROUND_NOTHING);
    for (int i = 0; i < count - 1; i++)
        fputc(')', e->out);
}

/* Is it the variable of a loop in the list, and not in a function that is called there? */
static bool is_of_loop_in(const node *list, const loop_var *v)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        if (n->kind == NODE_LOOP && n->u.loop.range.var == v)
            return true;
        for (int i = n->kind == NODE_CALL ? 0 : node_below(n, inner); i-- > 0;)
            if (is_of_loop_in(inner[i], v))
                return true;
    }
    return false;
}

static bool contains(const expr *x, const expr *leaf)
{
    if (x == leaf)
        return true;
    for (int i = 0; !expr_is_leaf(x->kind) && i < x->u.op.count; i++)
        if (contains(x->u.op.operand[i], leaf))
            return true;
    return false;
}

/* A loop's variable, or a parameter, of the function that calls the one at hand, in terms of a
 * formal that it is passed for, with more or less added; null: it is passed for none. */
static const expr *in_formals(emitter *e, const expr *leaf)
{
    expr_pool *pool = e->planned->program->pool;
    const call_node *c = e->at ? e->at->call : NULL;
    const function *f = e->at ? e->at->function : NULL;
    for (int i = 0; c && i < c->argument_count && i < f->formal_count; i++) {
        const expr *value = c->arguments[i].value;
        if (!value || !f->formal_params || !f->formal_params[i])
            continue;
        const expr *formal = expr_param(pool, f->formal_params[i]);
        const expr *more = expr_sub(pool, value, leaf), *sum = expr_add(pool, value, leaf);
        if (!contains(more, leaf))
            return expr_sub(pool, formal, more);
        if (!contains(sum, leaf))
            return expr_sub(pool, sum, formal);
    }
    return NULL;
}

static void emit_loop_var_of_caller(emitter *e, const loop_var *v)
{
    const expr *x = in_formals(e, expr_loop_var(e->planned->program->pool, v));
    if (x)
        emit(e, x, AROUND_PRODUCT);
    else
        emit_refuse(e, e->at->function->where,
                    "what '%s' does depends on '%s' of the function that calls it: pass it '%s'",
                    e->at->function->name, v->name, v->name);
}

static void emit_loop_var(emitter *e, const loop_var *v)
{
    for (int i = e->counters.count; i-- > 0;)
        if (e->counters.data[i].var == v) {
            e->counters.data[i].is_used = true;
            fputs(e->counters.data[i].name, e->out);
            return;
        }
    if (e->at && e->at->call && !is_of_loop_in(e->at->body, v))
        emit_loop_var_of_caller(e, v);
    else
        fputs(v->name, e->out);
}

static const function *function_at(const program *p, source_range where)
{
    for (const function *f = p->functions; f; f = f->next)
        if (where.file == f->text.file && emit_begin(where) >= emit_begin(f->text) &&
            emit_begin(where) < emit_end(f->text))
            return f;
    return NULL;
}

/* Does the text say what the name is before the function at hand ends; or, where the program is
 * laid out, before the first function? */
static bool is_said_before(const emitter *e, const param *p)
{
    const program *all = e->planned->program;
    const function *f = e->at ? e->at->function : all->functions;
    while (!e->at && f && f->text.file != all->file)
        f = f->next;
    return !f || p->where.file != f->text.file ||
           emit_begin(p->where) < (e->at ? emit_end(f->text) : emit_begin(f->text));
}

/* Does the text have the name here, and its value? What is declared, or gets its value, in a
 * function has one there. */
static bool is_visible(const emitter *e, const param *p)
{
    if (p->origin == PARAM_MACRO)
        return is_said_before(e, p);
    if (p->origin != PARAM_CONSTANT && p->origin != PARAM_VARIABLE && p->origin != PARAM_FORMAL)
        return false;
    const function *inside = function_at(e->planned->program, p->where);
    if (!inside)
        return is_said_before(e, p);
    return e->at && e->at->function == inside &&
           (!e->is_before_body || emit_begin(p->where) < emit_begin(inside->outline->where));
}

/* A name that the text has, or the number that it stands for. */
static void emit_param(emitter *e, const expr *x)
{
    const param *p = x->u.param;
    bool ok = true;
    if (is_visible(e, p)) {
        /* A macro may be a sum without brackets. */
        bool is_plain = !p->value || expr_is_leaf(p->value->kind);
        fprintf(e->out, is_plain ? "%s" : "(%s)", p->name);
        return;
    }
    int64_t value = p->value ? expr_eval(e->env, p->value, &ok) : (ok = false, 0);
    const expr *passed = ok ? NULL : in_formals(e, x);
    if (passed) {
        emit(e, passed, AROUND_PRODUCT);
        return;
    }
    if (!ok) {
        emit_refuse(e, p->where, "nothing tells the value of '%s'", p->name);
        return;
    }
    fprintf(e->out, "%" PRId64, value);
}

static around binds(const expr *x)
{
    switch (x->kind) {
    case EXPR_INT:
        return x->u.value < 0 ? AROUND_LOGIC : AROUND_PRODUCT;
    case EXPR_ADD:
        return AROUND_LOGIC;
    case EXPR_MUL:
    case EXPR_FLOOR_DIV:
    case EXPR_MOD:
        return AROUND_SUM;
    case EXPR_SELECT:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_EQ:
    case EXPR_NE:
        return AROUND_NOTHING;
    case EXPR_PARAM:
    case EXPR_LOOP_VAR:
    case EXPR_COORD:
    case EXPR_EXTENT:
    case EXPR_MIN:
    case EXPR_MAX:
    case EXPR_NOT:
    case EXPR_POWER:
    case EXPR_LOG:
    case EXPR_COUNT:
        return AROUND_PRODUCT;
    }
    return AROUND_NOTHING;
}

static void emit_bare(emitter *e, const expr *x)
{
    switch (x->kind) {
    case EXPR_INT:
        fprintf(e->out, "%" PRId64, x->u.value);
        return;
    case EXPR_PARAM:
        emit_param(e, x);
        return;
    case EXPR_LOOP_VAR:
        emit_loop_var(e, x->u.var);
        return;
    case EXPR_COORD:
        fprintf(e->out, "%s.me[%d]", emit_grid_name(e, x->u.on.grid), x->u.on.axis);
        return;
    case EXPR_EXTENT:
        fprintf(e->out, "%s.extent[%d]", emit_grid_name(e, x->u.on.grid), x->u.on.axis);
        return;
    case EXPR_ADD:
        emit_sum(e, x);
        return;
    case EXPR_MUL:
        emit_product(e, x);
        return;
    case EXPR_FLOOR_DIV:
        emit_division(e, x, " / ", "fpr_div");
        return;
    case EXPR_MOD:
        emit_division(e, x, " % ", "fpr_mod");
        return;
    case EXPR_MIN:
        emit_extremum(e, "fpr_min", x);
        return;
    case EXPR_MAX:
        emit_extremum(e, "fpr_max", x);
        return;
    case EXPR_SELECT:
        emit(e, x->u.op.operand[0], AROUND_LOGIC);
        fputs(" ? ", e->out);
        emit(e, x->u.op.operand[1], AROUND_LOGIC);
        fputs(" : ", e->out);
        emit(e, x->u.op.operand[2], AROUND_LOGIC);
        return;
    case EXPR_LT:
        emit_joined(e, x, " < ", AROUND_SUM);
        return;
    case EXPR_LE:
        emit_joined(e, x, " <= ", AROUND_SUM);
        return;
    case EXPR_EQ:
        emit_joined(e, x, " == ", AROUND_SUM);
        return;
    case EXPR_NE:
        emit_joined(e, x, " != ", AROUND_SUM);
        return;
    case EXPR_AND:
        emit_joined(e, x, " && ", AROUND_LOGIC);
        return;
    case EXPR_OR:
        emit_joined(e, x, " || ", AROUND_LOGIC);
        return;
    case EXPR_NOT:
        fputc('!', e->out);
        emit(e, x->u.op.operand[0], AROUND_PRODUCT);
        return;
    case EXPR_POWER:
        emit_call(e, "fpr_power", x);
        return;
    case EXPR_LOG:
        emit_call(e, "fpr_log", x);
        return;
    case EXPR_COUNT:
        emit_refuse(e, x->axis->grid->where, "a count of what a processor owns is needed here");
        return;
    }
}

static void emit(emitter *e, const expr *x, around outer)
{
    bool has_brackets = binds(x) < outer;
    if (has_brackets)
        fputc('(', e->out);
    emit_bare(e, x);
    if (has_brackets)
        fputc(')', e->out);
}

void emit_expr(emitter *e, const expr *x)
{
    emit(e, x, AROUND_NOTHING);
}

void emit_operand(emitter *e, const expr *x)
{
    emit(e, x, AROUND_LOGIC);
}

const char *emit_counter_name(emitter *e, const loop_var *v)
{
    char *name = arena_strdup(e->ctx->arena, v->name);
    size_t length = 0;
    for (const char *c = v->name; *c; c++)
        if (isalnum((unsigned char)*c) || *c == '_')
            name[length++] = *c;
        else if (*c == '(')
            name[length++] = '_';
    name[length] = '\0';
    return name;
}
