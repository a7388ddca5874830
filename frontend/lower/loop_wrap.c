#include "frontend/lower/loop_wrap.h"

#include "frontend/value/conversion.h"
#include "frontend/value/integer.h"
#include "frontend/value/integer_range.h"

/* Loops whose variable may leave its type. */

/* --- Staying ----------------------------------------------------------------- */

/* Does C define what the type does past its ends? Arithmetic of narrow types is int's, and what is
 * stored is converted. */
static bool may_wrap(const c_type *type)
{
    return type->is_unsigned || type->bytes < 4;
}

static bool fits_conversions(lowering *lo, const syntax *name, const expr *value)
{
    for (const conversion *c = name->converted; c; c = c->next)
        if (c->type->is_bool || !value_fits(lo, value, c->type, name->where))
            return false;
    return true;
}

bool lower_fits_test(lowering *lo, const syntax *test, const decl *var, const expr *value)
{
    if (test->kind != SYNTAX_BINARY)
        return true;
    if (test->op == OPERATOR_LOGICAL_AND)
        return lower_fits_test(lo, test->child[0], var, value) &&
               lower_fits_test(lo, test->child[1], var, value);
    for (int i = 0; i < 2; i++)
        if (syntax_scalar_name(test->child[i]) == var &&
            !fits_conversions(lo, test->child[i], value))
            return false;
    return true;
}

/* i != n: does the first value that is tested lie before n? */
static bool leads_to_end(lowering *lo, const syntax *test, const counted *c, const expr *first)
{
    if (!c->is_unequal)
        return true;
    const expr *end = expr_add(lo->pool, c->upper, c->step);
    const expr *distance = lower_is_downwards(c->step) ? expr_sub(lo->pool, first, end)
                                                       : expr_sub(lo->pool, end, first);
    const c_type *type = c->var->type;
    integer_range left = value_range_of(lo, distance);
    if (left.most < 0 || !may_wrap(type))
        return left.most >= 0;
    bool is_plain = type->is_unsigned && type->bytes >= 4;
    return left.least >= 0 ||
           (is_plain ? value_fits(lo, distance, type, test->where) : left.is_open);
}

bool lower_stays_in_type(lowering *lo, const canonical *form, const counted *c)
{
    const syntax *test = form->loop.child[1];
    const c_type *type = c->var->type;
    const expr *next = expr_add(lo->pool, c->lower, c->step);
    const expr *const reached[] = {c->lower, expr_add(lo->pool, c->upper, c->step), next};
    const bool begins_later = form->runs_once || form->moves_first;
    for (int i = 0; i < 2 + begins_later; i++) {
        bool is_tested = !begins_later || form->tests_old || i > 0;
        if ((may_wrap(type) && !value_fits(lo, reached[i], type, test->where)) ||
            (is_tested && !lower_fits_test(lo, test, c->var, reached[i])))
            return false;
    }
    return leads_to_end(lo, test, c, begins_later && !form->tests_old ? next : c->lower);
}

/* --- Counting ---------------------------------------------------------------- */

static wide stored(const c_type *type, wide value)
{
    return c_integer_kept(c_type_integer(type), value);
}

/* A comparison of the variable with a number. */
typedef struct comparison {
    const syntax *name;
    syntax_op op; /* of the variable on the left */
    int64_t limit;
} comparison;

enum { COMPARISONS_MOST = 4 };

typedef struct head {
    const decl *var;
    int count;
    comparison test[COMPARISONS_MOST];
} head;

/* False: a part of it is compared with no number. */
static bool read_test(lowering *lo, const syntax *test, head *h)
{
    if (test->kind == SYNTAX_BINARY && test->op == OPERATOR_LOGICAL_AND)
        return read_test(lo, test->child[0], h) && read_test(lo, test->child[1], h);
    if (test->kind != SYNTAX_BINARY || test->op < OPERATOR_LT || test->op > OPERATOR_NE ||
        h->count == COMPARISONS_MOST)
        return false;
    bool is_left = syntax_scalar_name(test->child[0]) == h->var;
    if (!is_left && syntax_scalar_name(test->child[1]) != h->var)
        return false;
    const expr *limit = value_integer(lo, test->child[is_left], true);
    comparison *c = &h->test[h->count++];
    c->name = test->child[!is_left];
    c->op = is_left ? test->op : lower_mirrored(test->op);
    return limit && value_fix(lo, limit, &c->limit);
}

static bool holds(const comparison *c, wide value)
{
    for (const conversion *to = c->name->converted; to; to = to->next)
        value = stored(to->type, value);
    switch ((int)c->op) {
    case OPERATOR_LT:
        return value < c->limit;
    case OPERATOR_GT:
        return value > c->limit;
    case OPERATOR_LE:
        return value <= c->limit;
    case OPERATOR_GE:
        return value >= c->limit;
    case OPERATOR_EQ:
        return value == c->limit;
    }
    return value != c->limit;
}

static bool goes_on(const head *h, wide value)
{
    for (int i = 0; i < h->count; i++)
        if (!holds(&h->test[i], value))
            return false;
    return true;
}

/* How often the body runs whose first value is `first`; -1: too often. */
static int64_t iterations(const canonical *form, const head *h, wide first, wide step)
{
    enum { MOST = 1 << 20 };
    const c_type *type = h->var->type;
    for (int64_t k = 0; k < MOST; k++) {
        wide value = first + k * step;
        if (!may_wrap(type) && stored(type, value) != value)
            return -1;
        if (form->runs_once && k == 0)
            continue;
        if (!goes_on(h, stored(type, form->tests_old ? value - step : value)))
            return k;
    }
    return -1;
}

bool lower_count_by_steps(lowering *lo, const canonical *form, bool is_divided, counted *c)
{
    head h = {.var = c->var};
    int64_t first, step;
    if (!value_fix(lo, c->lower, &first) || !value_fix(lo, c->step, &step) ||
        !read_test(lo, form->loop.child[1], &h))
        return false;
    first += form->moves_first ? step : 0;
    const int64_t count = iterations(form, &h, first, step), last = first + (count - 1) * step;
    if (count < 0)
        return false;
    c->wraps =
        stored(h.var->type, first) != first || (count > 0 && stored(h.var->type, last) != last);
    c->lower = expr_int(lo->pool, first); /* which the variable has after no iteration, too */
    c->upper = expr_int(lo->pool, last);
    return !c->wraps || !is_divided;
}
