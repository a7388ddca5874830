/* Expressions in C's notation. */

#include "program/expr/print.h"
#include "program/expr/slice.h"

#include <inttypes.h>
#include <stdlib.h>

#include "program/expr/internal.h"

/* --- What all notations share --------------------------------------------------- */

static bool is_negative_product(const expr *e)
{
    return e->kind == EXPR_MUL && e->u.op.operand[0]->kind == EXPR_INT &&
           e->u.op.operand[0]->u.value < 0;
}

static bool is_negative_term(const expr *e)
{
    if (e->kind == EXPR_INT)
        return e->u.value < 0;
    return is_negative_product(e) && e->u.op.operand[0]->u.value != INT64_MIN;
}

/* Prints a product; with `negated`, its negative. */
static void print_product(expr_printer *p, const expr *e, bool negated)
{
    const expr_operator *times = &p->notation->operators[EXPR_MUL];
    const char *between = "";
    for (int i = 0; i < e->u.op.count; i++) {
        const expr *factor = e->u.op.operand[i];
        if (i == 0 && factor->kind == EXPR_INT && factor->u.value != INT64_MIN) {
            int64_t value = negated ? -factor->u.value : factor->u.value;
            if (value == 1)
                continue;
            if (value == -1) {
                fputc('-', p->out);
                continue;
            }
            fprintf(p->out, "%" PRId64, value);
        } else {
            fputs(between, p->out);
            expr_print_within(p, factor, times->inner);
        }
        between = times->between;
    }
}

static void print_term(expr_printer *p, const expr *e, bool negated)
{
    if (e->kind == EXPR_MUL)
        print_product(p, e, negated);
    else if (e->kind == EXPR_INT && negated) /* of INT64_MIN too */
        fprintf(p->out, "%" PRIu64, (uint64_t)0 - (uint64_t)e->u.value);
    else
        expr_print_within(p, e, p->notation->operators[EXPR_ADD].inner);
}

/* Positive terms first, then the negative ones; within each, the constant last. */
static void print_sum(expr_printer *p, const expr *e)
{
    bool is_first = true;
    for (int negative = 0; negative < 2; negative++)
        for (int i = 0; i < e->u.op.count; i++) {
            const expr *term = e->u.op.operand[i];
            if (is_negative_term(term) != (negative == 1))
                continue;
            if (is_first) {
                print_term(p, term, false);
            } else {
                fputs(negative ? " - " : " + ", p->out);
                print_term(p, term, negative);
            }
            is_first = false;
        }
}

void expr_print_joined(expr_printer *p, const expr *e, const char *between, int around)
{
    for (int i = 0; i < e->u.op.count; i++) {
        if (i)
            fputs(between, p->out);
        expr_print_within(p, e->u.op.operand[i], around);
    }
}

static void print_select(expr_printer *p, const expr *e)
{
    const int inner = p->notation->operators[EXPR_SELECT].inner;
    expr_print_within(p, e->u.op.operand[0], inner);
    fputs(" ? ", p->out);
    expr_print_within(p, e->u.op.operand[1], inner);
    fputs(" : ", p->out);
    expr_print_within(p, e->u.op.operand[2], inner);
}

static void print_bare(expr_printer *p, const expr *e)
{
    const expr_operator *op = &p->notation->operators[e->kind];
    if (e->kind == EXPR_INT) {
        fprintf(p->out, "%" PRId64, e->u.value);
    } else if (e->kind == EXPR_ADD) {
        print_sum(p, e);
    } else if (e->kind == EXPR_MUL) {
        print_product(p, e, false);
    } else if (e->kind == EXPR_NOT) {
        fputc('!', p->out);
        expr_print_within(p, e->u.op.operand[0], op->inner);
    } else if (p->notation->print_other(p, e)) {
        return;
    } else if (e->kind == EXPR_SELECT) {
        print_select(p, e);
    } else {
        expr_print_joined(p, e, op->between, op->inner);
    }
}

static bool needs_parentheses(const expr_notation *n, const expr *e, int around)
{
    if (e->kind == EXPR_INT)
        return e->u.value < 0 && n->negative < around;
    return n->operators[e->kind].between && n->operators[e->kind].binds < around;
}

void expr_print_within(expr_printer *p, const expr *e, int around)
{
    if (p->left <= 0) {
        fputs("…", p->out);
        return;
    }
    p->left--;
    const bool has_parentheses = needs_parentheses(p->notation, e, around);
    if (has_parentheses)
        fputc('(', p->out);
    print_bare(p, e);
    if (has_parentheses)
        fputc(')', p->out);
}

/* --- For people ------------------------------------------------------------------ */

/* How tightly an expression binds, loosest first. */
enum {
    BINDS_SELECT,
    BINDS_OR,
    BINDS_AND,
    BINDS_EQUAL,
    BINDS_LESS,
    BINDS_SUM,
    BINDS_PRODUCT,
    BINDS_UNARY
};

/* A text ends in "…" rather than fill the page: shared operands appear in it once for each use. */
enum { MOST_PRINTED = 400 };

/* The constant, if there is one, first: max(0, n). */
static void print_extremum(expr_printer *p, const expr *e)
{
    const char *between = e->kind == EXPR_MIN ? "min(" : "max(";
    for (int constant = 1; constant >= 0; constant--)
        for (int i = 0; i < e->u.op.count; i++) {
            if ((e->u.op.operand[i]->kind == EXPR_INT) != (constant == 1))
                continue;
            fputs(between, p->out);
            expr_print_within(p, e->u.op.operand[i], BINDS_SELECT);
            between = ", ";
        }
    fputc(')', p->out);
}

/* The step of 1 goes without saying. */
static void print_section(expr_printer *p, const expr *const *operand)
{
    expr_print_within(p, operand[0], BINDS_SUM);
    fputc(':', p->out);
    expr_print_within(p, operand[1], BINDS_SUM);
    if (operand[2]->kind == EXPR_INT && operand[2]->u.value == 1)
        return;
    fputc(':', p->out);
    expr_print_within(p, operand[2], BINDS_SUM);
}

static void print_added(expr_printer *p, const expr *e)
{
    int64_t value;
    if (expr_is_int(e, &value) && value == 0)
        return;
    const bool is_negative = is_negative_term(e);
    fputs(is_negative ? " - " : " + ", p->out);
    if (is_negative)
        print_term(p, e, true);
    else
        expr_print_within(p, e, BINDS_SUM);
}

static void print_count(expr_printer *p, const expr *e, const char *index)
{
    const expr *const *operand = e->u.op.operand;
    int64_t c;
    const bool has_c = !expr_is_int(operand[3], &c) || c != 1;
    fprintf(p->out, "count(%s in ", index);
    print_section(p, operand);
    fprintf(p->out, ", owner(%s, %d, ", e->axis->grid->name, e->axis->axis);
    if (has_c) {
        expr_print_within(p, operand[3], BINDS_UNARY);
        fputc('*', p->out);
    }
    fputs(index, p->out);
    print_added(p, operand[4]);
    fputs(") == ", p->out);
    expr_print_within(p, operand[5], BINDS_EQUAL);
    fputc(')', p->out);
}

static void print_call(expr_printer *p, const char *name, const expr *e)
{
    fprintf(p->out, "%s(", name);
    expr_print_joined(p, e, ", ", BINDS_SELECT);
    fputc(')', p->out);
}

/* After which iteration of the loop, of which values. */
static void print_slice(expr_printer *p, const expr *e)
{
    const slice *s = e->code;
    int64_t cell = e->u.op.operand[1]->u.value;
    fprintf(p->out, "%s%d(",
            cell == SLICE_TRIPS ? "trips"
            : s->is_loop        ? "carried"
                                : "result",
            s->id);
    if (s->is_loop && cell != SLICE_TRIPS && !expr_is_last(e))
        expr_print_within(p, e->u.op.operand[0], BINDS_SELECT);
    else
        fputs("end", p->out);
    if (cell != SLICE_TRIPS)
        fprintf(p->out, ", %d", (int)cell);
    for (int i = 3; i < e->u.op.count; i++)
        if (i > 3 || e->u.op.operand[2]->u.value > 0) {
            fputs(", ", p->out);
            expr_print_within(p, e->u.op.operand[i], BINDS_SELECT);
        }
    fputc(')', p->out);
}

static bool print_name_or_call(expr_printer *p, const expr *e)
{
    switch (e->kind) {
    case EXPR_PARAM:
        fputs(e->u.param->name, p->out);
        return true;
    case EXPR_LOOP_VAR:
        fputs(e->u.var->name, p->out);
        return true;
    case EXPR_COORD:
    case EXPR_EXTENT:
        fprintf(p->out, "%s(%s, %d)", e->kind == EXPR_COORD ? "me" : "size", e->u.on.grid->name,
                e->u.on.axis);
        return true;
    case EXPR_MIN:
    case EXPR_MAX:
        print_extremum(p, e);
        return true;
    case EXPR_POWER:
    case EXPR_LOG:
        print_call(p, e->kind == EXPR_POWER ? "pow" : "log", e);
        return true;
    case EXPR_SLICE:
        print_slice(p, e);
        return true;
    case EXPR_COUNT:
        print_count(p, e, "i");
        return true;
    case EXPR_INT:
    case EXPR_ADD:
    case EXPR_MUL:
    case EXPR_FLOOR_DIV:
    case EXPR_MOD:
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

static const expr_notation for_people = {
    .operators =
        {
            [EXPR_ADD] = {" + ", BINDS_SUM, BINDS_PRODUCT},
            [EXPR_MUL] = {"*", BINDS_PRODUCT, BINDS_UNARY},
            [EXPR_FLOOR_DIV] = {"/", BINDS_PRODUCT, BINDS_UNARY},
            [EXPR_MOD] = {" % ", BINDS_PRODUCT, BINDS_UNARY},
            [EXPR_SELECT] = {" ? ", BINDS_SELECT, BINDS_OR},
            [EXPR_LT] = {" < ", BINDS_LESS, BINDS_SUM},
            [EXPR_LE] = {" <= ", BINDS_LESS, BINDS_SUM},
            [EXPR_EQ] = {" == ", BINDS_EQUAL, BINDS_LESS},
            [EXPR_NE] = {" != ", BINDS_EQUAL, BINDS_LESS},
            [EXPR_AND] = {" && ", BINDS_AND, BINDS_EQUAL},
            [EXPR_OR] = {" || ", BINDS_OR, BINDS_EQUAL},
            [EXPR_NOT] = {"!", BINDS_UNARY, BINDS_UNARY},
        },
    .negative = BINDS_UNARY,
    .print_other = print_name_or_call,
};

static expr_printer printer_to(FILE *out)
{
    return (expr_printer){.notation = &for_people, .out = out, .left = MOST_PRINTED};
}

void expr_print_trips(FILE *out, const expr *trips, const loop_var *v)
{
    expr_printer p = printer_to(out);
    if (trips->kind == EXPR_COUNT)
        print_count(&p, trips, v->name);
    else
        expr_print(out, trips);
}

void expr_print_added(FILE *out, const expr *e)
{
    expr_printer p = printer_to(out);
    print_added(&p, e);
}

void expr_print(FILE *out, const expr *e)
{
    expr_printer p = printer_to(out);
    expr_print_within(&p, e, BINDS_SELECT);
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
