/* Expressions in C's notation. */

#include "program/expr/internal.h"

#include <inttypes.h>
#include <stdlib.h>

/* How tightly an expression binds, loosest first. */
typedef enum binding_power {
    BINDS_SELECT,
    BINDS_OR,
    BINDS_AND,
    BINDS_EQUAL,
    BINDS_LESS,
    BINDS_SUM,
    BINDS_PRODUCT,
    BINDS_UNARY,
    BINDS_ALL
} binding_power;

/* A text that ends in "…" rather than fill the page: shared operands appear in
 * it once for each use. */
typedef struct writer {
    FILE *out;
    int left; /* expressions until the end */
} writer;

enum { MOST_PRINTED = 400 };

static void print(writer *w, const expr *e, binding_power around);

static bool is_negative_product(const expr *e)
{
    return e->kind == EXPR_MUL && e->u.op.operand[0]->kind == EXPR_INT &&
           e->u.op.operand[0]->u.value < 0;
}

static binding_power power_of(const expr *e)
{
    switch (e->kind) {
    case EXPR_INT:
        return e->u.value < 0 ? BINDS_UNARY : BINDS_ALL;
    case EXPR_ADD:
        return BINDS_SUM;
    case EXPR_MUL:
    case EXPR_FLOOR_DIV:
    case EXPR_MOD:
        return BINDS_PRODUCT;
    case EXPR_SELECT:
        return BINDS_SELECT;
    case EXPR_LT:
    case EXPR_LE:
        return BINDS_LESS;
    case EXPR_EQ:
    case EXPR_NE:
        return BINDS_EQUAL;
    case EXPR_AND:
        return BINDS_AND;
    case EXPR_OR:
        return BINDS_OR;
    case EXPR_NOT:
        return BINDS_UNARY;
    case EXPR_PARAM:
    case EXPR_LOOP_VAR:
    case EXPR_COORD:
    case EXPR_EXTENT:
    case EXPR_MIN:
    case EXPR_MAX:
    case EXPR_POWER:
    case EXPR_LOG:
    case EXPR_COUNT:
        return BINDS_ALL;
    }
    return BINDS_ALL;
}

/* Prints a product; with `negated`, its negative. */
static void print_product(writer *w, const expr *e, bool negated)
{
    const char *between = "";
    for (int i = 0; i < e->u.op.count; i++) {
        const expr *factor = e->u.op.operand[i];
        if (i == 0 && factor->kind == EXPR_INT && factor->u.value != INT64_MIN) {
            int64_t value = negated ? -factor->u.value : factor->u.value;
            if (value == 1)
                continue;
            if (value == -1) {
                fputc('-', w->out);
                continue;
            }
            fprintf(w->out, "%" PRId64, value);
        } else {
            fputs(between, w->out);
            print(w, factor, BINDS_UNARY);
        }
        between = "*";
    }
}

static void print_term(writer *w, const expr *e, bool negated)
{
    if (e->kind == EXPR_MUL)
        print_product(w, e, negated);
    else if (e->kind == EXPR_INT && negated) /* of INT64_MIN too */
        fprintf(w->out, "%" PRIu64, (uint64_t)0 - (uint64_t)e->u.value);
    else
        print(w, e, BINDS_PRODUCT);
}

static bool is_negative_term(const expr *e)
{
    if (e->kind == EXPR_INT)
        return e->u.value < 0;
    return is_negative_product(e) && e->u.op.operand[0]->u.value != INT64_MIN;
}

/* Positive terms first, then the negative ones; within each, the constant last. */
static void print_sum(writer *w, const expr *e)
{
    bool is_first = true;
    for (int negative = 0; negative < 2; negative++)
        for (int i = 0; i < e->u.op.count; i++) {
            const expr *term = e->u.op.operand[i];
            if (is_negative_term(term) != (negative == 1))
                continue;
            if (is_first) {
                print_term(w, term, false);
            } else {
                fputs(negative ? " - " : " + ", w->out);
                print_term(w, term, negative);
            }
            is_first = false;
        }
}

static void print_added(writer *w, const expr *e)
{
    int64_t value;
    if (expr_is_int(e, &value) && value == 0)
        return;
    const bool is_negative = is_negative_term(e);
    fputs(is_negative ? " - " : " + ", w->out);
    if (is_negative)
        print_term(w, e, true);
    else
        print(w, e, BINDS_SUM);
}

static void print_joined(writer *w, const expr *e, const char *between, binding_power around)
{
    for (int i = 0; i < e->u.op.count; i++) {
        if (i)
            fputs(between, w->out);
        print(w, e->u.op.operand[i], around);
    }
}

/* Both operands of a non-associative operator. */
static void print_pair(writer *w, const expr *e, const char *between, binding_power left,
                       binding_power right)
{
    print(w, e->u.op.operand[0], left);
    fputs(between, w->out);
    print(w, e->u.op.operand[1], right);
}

/* The constant, if there is one, first: max(0, n). */
static void print_extremum(writer *w, const expr *e)
{
    const char *between = e->kind == EXPR_MIN ? "min(" : "max(";
    for (int constant = 1; constant >= 0; constant--)
        for (int i = 0; i < e->u.op.count; i++) {
            if ((e->u.op.operand[i]->kind == EXPR_INT) != (constant == 1))
                continue;
            fputs(between, w->out);
            print(w, e->u.op.operand[i], BINDS_SELECT);
            between = ", ";
        }
    fputc(')', w->out);
}

/* The step of 1 goes without saying. */
static void print_section(writer *w, const expr *const *operand)
{
    print(w, operand[0], BINDS_SUM);
    fputc(':', w->out);
    print(w, operand[1], BINDS_SUM);
    if (operand[2]->kind == EXPR_INT && operand[2]->u.value == 1)
        return;
    fputc(':', w->out);
    print(w, operand[2], BINDS_SUM);
}

static void print_count(writer *w, const expr *e, const char *index)
{
    const expr *const *operand = e->u.op.operand;
    int64_t c;
    const bool has_c = !expr_is_int(operand[3], &c) || c != 1;
    fprintf(w->out, "count(%s in ", index);
    print_section(w, operand);
    fprintf(w->out, ", owner(%s, %d, ", e->axis->grid->name, e->axis->axis);
    if (has_c) {
        print(w, operand[3], BINDS_UNARY);
        fputc('*', w->out);
    }
    fputs(index, w->out);
    print_added(w, operand[4]);
    fputs(") == ", w->out);
    print(w, operand[5], BINDS_EQUAL);
    fputc(')', w->out);
}

static void print_bare(writer *w, const expr *e)
{
    switch (e->kind) {
    case EXPR_INT:
        fprintf(w->out, "%" PRId64, e->u.value);
        return;
    case EXPR_PARAM:
        fputs(e->u.param->name, w->out);
        return;
    case EXPR_LOOP_VAR:
        fputs(e->u.var->name, w->out);
        return;
    case EXPR_COORD:
    case EXPR_EXTENT:
        fprintf(w->out, "%s(%s, %d)", e->kind == EXPR_COORD ? "me" : "size", e->u.on.grid->name,
                e->u.on.axis);
        return;
    case EXPR_ADD:
        print_sum(w, e);
        return;
    case EXPR_MUL:
        print_product(w, e, false);
        return;
    case EXPR_FLOOR_DIV:
        print_pair(w, e, "/", BINDS_UNARY, BINDS_UNARY);
        return;
    case EXPR_MOD:
        print_pair(w, e, " % ", BINDS_UNARY, BINDS_UNARY);
        return;
    case EXPR_MIN:
    case EXPR_MAX:
        print_extremum(w, e);
        return;
    case EXPR_SELECT:
        print(w, e->u.op.operand[0], BINDS_OR);
        fputs(" ? ", w->out);
        print(w, e->u.op.operand[1], BINDS_OR);
        fputs(" : ", w->out);
        print(w, e->u.op.operand[2], BINDS_OR);
        return;
    case EXPR_LT:
        print_pair(w, e, " < ", BINDS_SUM, BINDS_SUM);
        return;
    case EXPR_LE:
        print_pair(w, e, " <= ", BINDS_SUM, BINDS_SUM);
        return;
    case EXPR_EQ:
        print_pair(w, e, " == ", BINDS_LESS, BINDS_LESS);
        return;
    case EXPR_NE:
        print_pair(w, e, " != ", BINDS_LESS, BINDS_LESS);
        return;
    case EXPR_AND:
        print_joined(w, e, " && ", BINDS_EQUAL);
        return;
    case EXPR_OR:
        print_joined(w, e, " || ", BINDS_EQUAL);
        return;
    case EXPR_NOT:
        fputc('!', w->out);
        print(w, e->u.op.operand[0], BINDS_UNARY);
        return;
    case EXPR_POWER:
    case EXPR_LOG:
        fputs(e->kind == EXPR_POWER ? "pow(" : "log(", w->out);
        print_joined(w, e, ", ", BINDS_SELECT);
        fputc(')', w->out);
        return;
    case EXPR_COUNT:
        print_count(w, e, "i");
        return;
    }
}

static void print(writer *w, const expr *e, binding_power around)
{
    const bool has_parentheses = power_of(e) < around;
    if (w->left <= 0) {
        fputs("…", w->out);
        return;
    }
    w->left--;
    if (has_parentheses)
        fputc('(', w->out);
    print_bare(w, e);
    if (has_parentheses)
        fputc(')', w->out);
}

void expr_print_trips(FILE *out, const expr *trips, const loop_var *v)
{
    writer w = {out, MOST_PRINTED};
    if (trips->kind == EXPR_COUNT)
        print_count(&w, trips, v->name);
    else
        expr_print(out, trips);
}

void expr_print_added(FILE *out, const expr *e)
{
    writer w = {out, MOST_PRINTED};
    print_added(&w, e);
}

void expr_print(FILE *out, const expr *e)
{
    writer w = {out, MOST_PRINTED};
    print(&w, e, BINDS_SELECT);
}

const char *expr_text(fp_context *ctx, const expr *e)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        abort();
    expr_print(out, e);
    if (fclose(out) != 0)
        abort();
    const char *copy = arena_strndup(ctx->arena, text, length);
    free(text);
    return copy;
}
