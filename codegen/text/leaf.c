/* Loops' variables and parameters in expressions of the plan: by the name that the text has for
 * them here, in terms of formals, or as numbers. */

#include <inttypes.h>
#include <string.h>

#include "codegen/text/edit.h"
#include "codegen/text/emitter.h"
#include "codegen/text/expression.h"
#include "codegen/text/leaf.h"
#include "codegen/text/passed_value.h"

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

static bool is_set_by(const outline_names *names, const char *word)
{
    for (int i = 0; i < names->count; i++) {
        name_use use = names->data[i].use;
        if (names->data[i].word == word &&
            (use == NAME_WRITE || use == NAME_UPDATE || use == NAME_ADDRESS || use == NAME_DECLARE))
            return true;
    }
    return false;
}

/* May the name have another value there than the function was called with? */
static bool is_set_in(const outline *o, const char *word)
{
    bool is_set = is_set_by(&o->names, word);
    for (int i = 0; i < 3 && !is_set; i++)
        is_set = is_set_by(&o->head_names[i], word);
    for (int i = 0; i < o->declared_count && !is_set; i++)
        is_set = o->declared[i]->name == word;
    for (int i = 0; i < o->child_count && !is_set; i++)
        is_set = is_set_in(o->child[i], word);
    return is_set;
}

/* Has the formal what the call passed for it, wherever it is named? */
static bool is_as_passed(const function *f, int i)
{
    return f->formal_params && f->formal_params[i] && f->outline &&
           !is_set_in(f->outline, f->formals[i]->name);
}

/* Without a sign, a sum of the plan that is below 0 would be large in C. */
static void emit_signed(emitter *e, bool is_unsigned, const char *name)
{
    fprintf(e->out, "%s%s", is_unsigned ? "(long)" : "", name);
}

bool emit_as_formal(emitter *e, const expr *x)
{
    const call_node *c = e->at ? e->at->call : NULL;
    const function *f = e->at ? e->at->function : NULL;
    if (!x->uses_loop_var || expr_is_leaf(x->kind))
        return false;
    for (int i = 0; c && i < c->argument_count && i < f->formal_count; i++)
        if (c->arguments[i].value == x && is_as_passed(f, i)) {
            emit_signed(e, f->formal_params[i]->is_unsigned, f->formals[i]->name);
            return true;
        }
    return false;
}

static bool is_visible(const emitter *e, const param *p);
static bool is_given(const emitter *e, const param *size);

/* Does the call pass it by itself? */
static bool is_passed_alone(const call_node *c, const function *f, const expr *leaf)
{
    for (int i = 0; i < c->argument_count && i < f->formal_count; i++)
        if (c->arguments[i].value == leaf && is_as_passed(f, i))
            return true;
    return false;
}

/* Has the function at hand all that is in it: numbers, and what it is passed? */
static bool is_had(const emitter *e, const expr *x)
{
    bool ok = true;
    const param *p = x->kind == EXPR_PARAM ? x->u.param : NULL;
    if (p && p->value && p->origin != PARAM_INDEX)
        expr_eval(e->env, p->value, &ok);
    if (p && ((p->value && ok) || is_visible(e, p) || is_given(e, p)))
        return true;
    if (x->kind == EXPR_LOOP_VAR && is_of_loop_in(e->at->body, x->u.var))
        return true;
    if (p || x->kind == EXPR_LOOP_VAR)
        return is_passed_alone(e->at->call, e->at->function, x);
    for (int i = 0; i < expr_operand_count(x); i++)
        if (!is_had(e, x->u.op.operand[i]))
            return false;
    return true;
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
        if (!value || !is_as_passed(f, i))
            continue;
        const expr *formal = expr_param(pool, f->formal_params[i]);
        const expr *more = expr_sub(pool, value, leaf), *sum = expr_add(pool, value, leaf);
        if (!contains(more, leaf) && is_had(e, more))
            return expr_sub(pool, formal, more);
        if (!contains(sum, leaf) && is_had(e, sum))
            return expr_sub(pool, sum, formal);
    }
    return NULL;
}

const expr *emit_in_formals(emitter *e, const expr *x)
{
    expr_pool *pool = e->planned->program->pool;
    const call_node *c = e->at ? e->at->call : NULL;
    const function *f = e->at ? e->at->function : NULL;
    if (!c || is_had(e, x))
        return x;
    for (int i = 0; i < c->argument_count && i < f->formal_count; i++) {
        const expr *value = c->arguments[i].value;
        if (!value || expr_is_leaf(value->kind) || !is_as_passed(f, i))
            continue;
        const expr *more = expr_sub(pool, x, value);
        if (is_had(e, more))
            return expr_add(pool, expr_param(pool, f->formal_params[i]), more);
    }
    return x;
}

static void emit_loop_var_of_caller(emitter *e, const loop_var *v)
{
    const expr *leaf = expr_loop_var(e->planned->program->pool, v);
    const expr *x = in_formals(e, leaf);
    const char *passed = x ? NULL : emit_passed_name(e, leaf);
    if (x)
        emit_factor(e, x);
    else if (passed)
        fputs(passed, e->out);
    else
        emit_refuse(e, e->at->function->where,
                    "what '%s' does depends on '%s' of the function that calls it: pass it '%s'",
                    e->at->function->name, v->name, v->name);
}

void emit_loop_var(emitter *e, const loop_var *v)
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
        emit_signed(e, v->is_unsigned, v->name);
}

static const function *function_at(const program *p, source_range where)
{
    for (const function *f = p->functions; f; f = f->next)
        if (where.file == f->text.file && emit_begin(where) >= emit_begin(f->text) &&
            emit_begin(where) < emit_end(f->text))
            return f;
    return NULL;
}

/* Does the text say what the name is before the function at hand ends, or its body begins; or,
 * where the program is laid out, before the first function? */
static bool is_said_before(const emitter *e, const param *p)
{
    const program *all = e->planned->program;
    const function *f = e->at ? e->at->function : all->functions;
    while (!e->at && f && f->text.file != all->file)
        f = f->next;
    if (!f || p->where.file != f->text.file)
        return true;
    size_t end = !e->at              ? emit_begin(f->text)
                 : e->is_before_body ? emit_begin(f->outline->where)
                                     : emit_end(f->text);
    return emit_begin(p->where) < end;
}

/* Of several files each has names of its own, and macros of headers that others need not include:
 * is it of the file at hand? */
static bool is_of_file(const emitter *e, const param *p)
{
    bool is_intrinsic = e->at && e->at->function->intrinsic;
    return e->planned->program->file_count == 1 || (p->where.file == e->file && !is_intrinsic);
}

/* Is it a macro that the body of a function defines? Others may undefine it, and their own stands
 * after what is laid out. */
static bool is_macro_elsewhere(const emitter *e, const param *p)
{
    const function *inside = function_at(e->planned->program, p->where);
    return inside && (e->is_before_body || !e->at || !emit_is_same_text(e->at->function, inside));
}

/* Does the text have the name here, and its value? What is declared, or gets its value, in a
 * function has one there. */
static bool is_visible(const emitter *e, const param *p)
{
    if (!is_of_file(e, p) || p->is_pointed)
        return false;
    if (p->origin == PARAM_MACRO)
        return is_said_before(e, p) && !is_macro_elsewhere(e, p);
    if (p->origin != PARAM_CONSTANT && p->origin != PARAM_VARIABLE && p->origin != PARAM_FORMAL &&
        p->origin != PARAM_INDEX)
        return false;
    /* Arrays are laid out before the program begins: what it assigns is not there by then. */
    bool is_assigned =
        p->origin == PARAM_VARIABLE && (!p->provenance || !strstr(p->provenance, "initialiser"));
    if (!e->at && is_assigned)
        return false;
    const function *inside = function_at(e->planned->program, p->where);
    if (!inside)
        return is_said_before(e, p);
    return e->at && emit_is_same_text(e->at->function, inside) &&
           (!e->is_before_body || emit_begin(p->where) < emit_begin(inside->outline->where));
}

/* A variable at file scope whose value is known only at run time, and that other files see. */
static const variable *variable_elsewhere(const emitter *e, const param *p)
{
    const program *all = e->planned->program;
    for (int i = 0; i < all->variable_count && !is_of_file(e, p); i++) {
        const variable *v = all->variables[i];
        if (v->is_external && v->rank == 0 && strcmp(v->name, p->name) == 0)
            return v;
    }
    return NULL;
}

static void emit_variable_elsewhere(emitter *e, const variable *v, bool is_unsigned)
{
    bool is_new = true;
    for (int i = 0; i < e->externs.count; i++)
        is_new &= e->externs.data[i].file != e->file || e->externs.data[i].var != v;
    if (is_new)
        VEC_PUSH(e->ctx->arena, &e->externs, ((extern_name){e->file, v}));
    emit_signed(e, is_unsigned, v->name);
}

/* Does the program compare it with what `--set` says? */
static bool is_given(const emitter *e, const param *size)
{
    for (int i = 0; i < e->given.count; i++)
        if (e->given.data[i] == size)
            return true;
    return false;
}

static void refuse_value(emitter *e, const param *p)
{
    bool is_asked = false;
    for (int i = 0; i < e->asked->count; i++)
        is_asked |= strcmp(e->asked->set[i].name, p->name) == 0;
    if (is_asked)
        emit_refuse(
            e, p->where,
            "the program is made for one value of '%s', and compares it where it has got its "
            "last: assign it in a statement of main, or of a function that main calls once, "
            "before the arrays are used, and nowhere after that",
            p->name);
    else
        emit_refuse(e, p->where,
                    "nothing tells the value of '%s': give it a constant value, or one by '--set'",
                    p->name);
}

/* Is it a variable of another function, which may have called the one at hand? */
static bool is_of_caller(const emitter *e, const param *p)
{
    const function *inside = function_at(e->planned->program, p->where);
    return inside && e->at && !emit_is_same_text(e->at->function, inside) &&
           (p->origin == PARAM_VARIABLE || p->origin == PARAM_FORMAL || p->origin == PARAM_INDEX);
}

/* A name that the text has, or the number that it stands for. */
void emit_param(emitter *e, const expr *x)
{
    const param *p = x->u.param;
    bool ok = true;
    /* What is given has no value yet where a function's arrays are laid out. */
    if (is_visible(e, p) && !(e->is_before_body && is_given(e, p))) {
        /* A macro may be a sum without brackets. */
        const bool is_cast_macro = p->origin == PARAM_MACRO && p->is_unsigned;
        bool is_plain = !p->value || p->origin == PARAM_INDEX ||
                        (expr_is_leaf(p->value->kind) && !is_cast_macro);
        emit_signed(e, p->is_unsigned,
                    is_plain ? p->name : arena_printf(e->ctx->arena, "(%s)", p->name));
        return;
    }
    bool is_known = p->value && p->origin != PARAM_INDEX;
    int64_t value = is_known ? expr_eval(e->env, p->value, &ok) : (ok = false, 0);
    bool is_said = p->origin == PARAM_TRIP && expr_eval(e->env, x, &ok) != value; /* by --set */
    if (p->origin == PARAM_TRIP && p->value && ok && !is_said) {
        emit_factor(e, p->value); /* of sizes that the text has */
        return;
    }
    const expr *passed = ok ? NULL : in_formals(e, x);
    if (passed) {
        emit_factor(e, passed);
        return;
    }
    const variable *elsewhere = ok || !e->at ? NULL : variable_elsewhere(e, p);
    if (elsewhere) {
        emit_variable_elsewhere(e, elsewhere, p->is_unsigned);
        return;
    }
    if (!ok && is_given(e, p)) {
        ok = true;
        value = expr_eval(e->env, x, &ok);
    }
    if (!ok && is_known && !is_of_file(e, p)) { /* a macro of another file: what it stands for */
        emit_factor(e, p->value);
        return;
    }
    const char *besides = ok || !is_of_caller(e, p) ? NULL : emit_passed_name(e, x);
    if (besides) {
        fputs(besides, e->out);
        return;
    }
    if (!ok) {
        refuse_value(e, p);
        return;
    }
    fprintf(e->out, "%" PRId64, value);
}
