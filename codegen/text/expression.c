/* Expressions of the plan as C. */

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

#include "codegen/text/emitter.h"
#include "codegen/text/expression.h"
#include "codegen/text/leaf.h"
#include "codegen/text/names.h"
#include "program/expr/print.h"
#include "program/expr/slice.h"

/* How tightly what surrounds an operand binds. */
enum { AROUND_NOTHING, AROUND_LOGIC, AROUND_SUM, AROUND_PRODUCT };

static void print_call(expr_printer *p, const char *name, const expr *x)
{
    fprintf(p->out, "%s(", name);
    expr_print_joined(p, x, ", ", AROUND_NOTHING);
    fputc(')', p->out);
}

/* C divides towards 0: the same where nothing is negative. */
static bool is_division_of_c(const expr *x)
{
    return x->u.op.operand[0]->at_least >= 0 && x->u.op.operand[1]->at_least >= 1;
}

/* A call of two operands in each. */
static void print_extremum(expr_printer *p, const char *name, const expr *x)
{
    int count = x->u.op.count;
    for (int i = 0; i < count - 1; i++) {
        fprintf(p->out, "%s(", name);
        expr_print_within(p, x->u.op.operand[i], AROUND_NOTHING);
        fputs(", ", p->out);
    }
    expr_print_within(p, x->u.op.operand[count - 1], AROUND_NOTHING);
    for (int i = 0; i < count - 1; i++)
        fputc(')', p->out);
}

/* Is it what a function returns, and not what is left in a variable? */
static bool is_of_function(const slice *s)
{
    for (int i = 0; i < s->count; i++)
        if (s->step[i].op == SLICE_END)
            return false;
    return !s->is_loop;
}

/* The code of a slice, its cells, and what is asked for with the inputs. */
static void print_slice(expr_printer *p, const expr *x)
{
    const slice *s = x->code;
    fputs("fpr_slice((const long[]){", p->out);
    for (int i = 0; i < s->count; i++) {
        const slice_step *t = &s->step[i];
        const int type = t->bytes | (t->is_unsigned ? 16 : 0) | (t->is_bool ? 32 : 0);
        fprintf(p->out, "%s%d, %d, %d, %d, %" PRId64, i ? ", " : "", t->op, type, t->extent,
                t->arguments, t->operand);
    }
    fprintf(p->out, "}, %d, (const long[]){", s->cell_count);
    for (int i = 0; i < x->u.op.count; i++) {
        if (i)
            fputs(", ", p->out);
        if (i == 2 && !s->is_loop)
            fputs(is_of_function(s) ? "-1" : "0", p->out);
        else
            expr_print_within(p, x->u.op.operand[i], AROUND_NOTHING);
    }
    fputs("})", p->out);
}

/* Names and calls of the run-time library. */
static bool print_name_or_call(expr_printer *p, const expr *x)
{
    emitter *e = p->with;
    if (emit_as_formal(e, x))
        return true;
    switch (x->kind) {
    case EXPR_PARAM:
        emit_param(e, x);
        return true;
    case EXPR_LOOP_VAR:
        emit_loop_var(e, x->u.var);
        return true;
    case EXPR_COORD:
        fprintf(p->out, "%s.me[%d]", emit_grid_name(e, x->u.on.grid), x->u.on.axis);
        return true;
    case EXPR_EXTENT:
        fprintf(p->out, "%s.extent[%d]", emit_grid_name(e, x->u.on.grid), x->u.on.axis);
        return true;
    case EXPR_FLOOR_DIV:
    case EXPR_MOD:
        if (is_division_of_c(x))
            return false;
        print_call(p, x->kind == EXPR_MOD ? "fpr_mod" : "fpr_div", x);
        return true;
    case EXPR_MIN:
        print_extremum(p, "fpr_min", x);
        return true;
    case EXPR_MAX:
        print_extremum(p, "fpr_max", x);
        return true;
    case EXPR_POWER:
        print_call(p, "fpr_power", x);
        return true;
    case EXPR_LOG:
        print_call(p, "fpr_log", x);
        return true;
    case EXPR_SLICE:
        print_slice(p, x);
        return true;
    case EXPR_COUNT:
        emit_refuse(e, x->axis->grid->where,
                    "the number of elements that a processor owns is needed in an expression, for "
                    "which no code is generated: write the loop without this distribution");
        return true;
    case EXPR_INT:
    case EXPR_ADD:
    case EXPR_MUL:
    case EXPR_SELECT:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_NOT:
        return false;
    }
    return false;
}

/* Sums in comparisons have parentheses, too, which C does not ask for. */
static const expr_notation of_c = {
    .operators =
        {
            [EXPR_ADD] = {" + ", AROUND_LOGIC, AROUND_SUM},
            [EXPR_MUL] = {" * ", AROUND_SUM, AROUND_PRODUCT},
            [EXPR_FLOOR_DIV] = {" / ", AROUND_SUM, AROUND_PRODUCT},
            [EXPR_MOD] = {" % ", AROUND_SUM, AROUND_PRODUCT},
            [EXPR_SELECT] = {" ? ", AROUND_NOTHING, AROUND_LOGIC},
            [EXPR_LT] = {" < ", AROUND_NOTHING, AROUND_SUM},
            [EXPR_LE] = {" <= ", AROUND_NOTHING, AROUND_SUM},
            [EXPR_EQ] = {" == ", AROUND_NOTHING, AROUND_SUM},
            [EXPR_NE] = {" != ", AROUND_NOTHING, AROUND_SUM},
            [EXPR_AND] = {" && ", AROUND_NOTHING, AROUND_LOGIC},
            [EXPR_OR] = {" || ", AROUND_NOTHING, AROUND_LOGIC},
            [EXPR_NOT] = {"!", AROUND_PRODUCT, AROUND_PRODUCT},
        },
    .negative = AROUND_LOGIC,
    .print_other = print_name_or_call,
};

static void emit_within(emitter *e, const expr *x, int around)
{
    expr_printer p = {.notation = &of_c, .out = e->out, .with = e, .left = INT_MAX};
    expr_print_within(&p, emit_in_formals(e, x), around);
}

void emit_expr(emitter *e, const expr *x)
{
    emit_within(e, x, AROUND_NOTHING);
}

void emit_operand(emitter *e, const expr *x)
{
    emit_within(e, x, AROUND_LOGIC);
}

void emit_factor(emitter *e, const expr *x)
{
    emit_within(e, x, AROUND_PRODUCT);
}

const char *emit_bracketed(emitter *e, const char *word, int count, const expr *const *inside)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = e->out;
    e->out = open_memstream(&text, &length);
    fputs(word, e->out);
    for (int i = 0; i < count; i++) {
        fputc('[', e->out);
        emit_expr(e, inside[i]);
        fputc(']', e->out);
    }
    fclose(e->out);
    e->out = out;
    const char *copy = arena_strdup(e->ctx->arena, text);
    free(text);
    return copy;
}

const char *emit_counter_name(emitter *e, const loop_var *v)
{
    char *name = arena_strdup(e->ctx->arena, v->name);
    size_t length = 0;
    for (const char *c = v->name; *c; c++)
        if (*c == '(' || *c == ' ')
            name[length++] = '_';
        else if (*c != ')')
            name[length++] = *c;
    name[length] = '\0';
    return name;
}

bool emit_value_of(emitter *e, const expr *x, int64_t *value)
{
    bool ok = true;
    *value = expr_eval(e->env, x, &ok);
    if (!ok)
        env_forget_failure(e->env);
    return ok;
}
