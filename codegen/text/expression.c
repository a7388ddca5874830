/* Expressions of the plan as C. */

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>

#include "codegen/text/emitter.h"

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

void emit_factor(emitter *e, const expr *x)
{
    emit(e, x, AROUND_PRODUCT);
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
    const char *kept = arena_strdup(e->ctx->arena, text);
    free(text);
    return kept;
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
