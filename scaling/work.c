#include "scaling/work.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- Counted --------------------------------------------------------------- */

static bool is_of_floats(op_kind kind)
{
    switch (kind) {
    case OP_FLOAT_ADD:
    case OP_FLOAT_MUL:
    case OP_FLOAT_DIV:
    case OP_DOUBLE_ADD:
    case OP_DOUBLE_MUL:
    case OP_DOUBLE_DIV:
    case OP_FLOAT_COMPARE:
    case OP_SQRT:
    case OP_EXP:
    case OP_LOG:
    case OP_SIN:
    case OP_ATAN:
    case OP_POW:
    case OP_FABS:
    case OP_FLOOR:
        return true;
    case OP_INT_ADD:
    case OP_INT_MUL:
    case OP_INT_DIV:
    case OP_INT_COMPARE:
    case OP_INT_TO_FLOAT:
    case OP_FLOAT_TO_INT:
    case OP_FLOAT_TO_DOUBLE:
    case OP_LOAD:
    case OP_STORE:
    case OP_INDEX:
    case OP_LIBRARY:
    case OP_KIND_COUNT:
        break;
    }
    return false;
}

static bool is_of_integers(op_kind kind)
{
    return kind == OP_INT_ADD || kind == OP_INT_MUL || kind == OP_INT_DIV || kind == OP_INT_COMPARE;
}

typedef struct work_count {
    double floats, integers;
} work_count;

static void add(work_count *to, const op_tally *ops, double times)
{
    for (int k = 0; k < OP_KIND_COUNT; k++) {
        to->floats += is_of_floats((op_kind)k) ? times * ops->n[k] : 0;
        to->integers += is_of_integers((op_kind)k) ? times * ops->n[k] : 0;
    }
}

double work_counted(const estimate *e)
{
    work_count count = {0};
    for (int i = 0; i < e->unit_count; i++) {
        const aag_unit *u = e->units[i].unit;
        if (!u)
            continue;
        /* What a while loop tests, it tests in each iteration. */
        const bool is_loop = aag_is_iteration(u->cls) && u->child;
        add(&count, &u->condition, e->units[is_loop ? u->child->id : i].count);
        for (int k = 0; k < u->step_count; k++)
            add(&count, &u->steps[k].ops, e->units[i].count);
    }
    return count.floats > 0 ? count.floats : count.integers;
}

/* --- An expression ----------------------------------------------------------- */

typedef struct work_reader {
    arena *a;
    const work_expression *w;
    const char *at, *why;
    int depth; /* of parentheses, bounded: input must not end the stack */
} work_reader;

enum { DEPTH_MOST = 200 };

static double read_sum(work_reader *r);
static double read_power(work_reader *r);

static double fail(work_reader *r, const char *why)
{
    r->why = r->why ? r->why : why;
    return 0;
}

static bool take(work_reader *r, char c)
{
    while (isspace((unsigned char)*r->at))
        r->at++;
    if (*r->at != c)
        return false;
    r->at++;
    return true;
}

static double read_in_parentheses(work_reader *r)
{
    if (++r->depth > DEPTH_MOST)
        return fail(r, "too many parentheses");
    const double value = read_sum(r);
    r->depth--;
    return take(r, ')') ? value : fail(r, "')' is missing");
}

static double read_name(work_reader *r)
{
    const char *begin = r->at;
    while (isalnum((unsigned char)*r->at) || *r->at == '_')
        r->at++;
    const char *name = arena_strndup(r->a, begin, (size_t)(r->at - begin));
    static const struct {
        const char *name;
        double (*of)(double);
    } functions[] = {{"log2", log2}, {"log", log}, {"sqrt", sqrt}};
    if (take(r, '(')) {
        for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
            if (strcmp(functions[i].name, name) == 0)
                return functions[i].of(read_in_parentheses(r));
        return fail(r,
                    arena_printf(r->a, "there is no function '%s', but log2, log and sqrt", name));
    }
    bool is_there = false;
    const int64_t value = r->w->value_of(r->w->with, name, &is_there);
    return is_there ? (double)value
                    : fail(r, arena_printf(r->a, "nothing tells the value of '%s': --set %s=...",
                                           name, name));
}

static double read_operand(work_reader *r)
{
    if (take(r, '('))
        return read_in_parentheses(r);
    if (take(r, '-'))
        return ++r->depth > DEPTH_MOST ? fail(r, "too many signs") : -read_power(r);
    if (isdigit((unsigned char)*r->at) || *r->at == '.') {
        char *end;
        const double value = strtod(r->at, &end);
        if (end == r->at)
            return fail(r, "a number is missing");
        r->at = end;
        return value;
    }
    if (isalpha((unsigned char)*r->at) || *r->at == '_')
        return read_name(r);
    return fail(r, *r->at ? arena_printf(r->a, "'%s' is no number, name or '('", r->at)
                          : "a number or a name is missing at its end");
}

/* To the right first: 2^3^2 is 2^9. */
static double read_power(work_reader *r)
{
    const double base = read_operand(r);
    if (r->why || !take(r, '^'))
        return base;
    return ++r->depth > DEPTH_MOST ? fail(r, "too many powers") : pow(base, read_power(r));
}

static double read_product(work_reader *r)
{
    double value = read_power(r);
    while (!r->why) {
        if (take(r, '*'))
            value *= read_power(r);
        else if (take(r, '/'))
            value /= read_power(r);
        else
            break;
    }
    return value;
}

static double read_sum(work_reader *r)
{
    double value = read_product(r);
    while (!r->why) {
        if (take(r, '+'))
            value += read_product(r);
        else if (take(r, '-'))
            value -= read_product(r);
        else
            break;
    }
    return value;
}

bool work_evaluate(arena *a, const work_expression *w, double *value, const char **why)
{
    work_reader r = {.a = a, .w = w, .at = w->text};
    *value = read_sum(&r);
    if (!r.why && !take(&r, '\0'))
        fail(&r, arena_printf(a, "'%s' follows its end", r.at));
    *why = r.why;
    return !r.why;
}
