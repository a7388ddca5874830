/* Expressions over a nest's loops: affine forms and intervals, in numbers. */

#include "program/expr/integer.h"
#include "program/transfer/internal.h"

bool nest_ranges(const nest *t, const expr *x)
{
    uint64_t met = x->loop_vars & t->open;
    if (met != LOOP_VARS_SHARED)
        return met != 0;
    for (int r = 0; r < t->n->range_count; r++)
        if (t->is_open[r] && expr_mentions(x, t->n->range[r].var))
            return true;
    return false;
}

void nest_mix(nest *t, const expr *x)
{
    for (int r = 0; r < t->n->range_count; r++)
        if (t->is_open[r] && expr_mentions(x, t->n->range[r].var))
            t->is_mixed[r] = true;
}

static int64_t evaluate(nest *t, const expr *x)
{
    return expr_eval(t->p->e, x, t->p->ok);
}

static int open_loop(const nest *t, const loop_var *v)
{
    for (int r = 0; r < t->n->range_count; r++)
        if (t->n->range[r].var == v && t->is_open[r])
            return r;
    return -1;
}

/* a + b*c; what leaves 64 bits cannot be evaluated. */
static int64_t add_product(nest *t, int64_t a, int64_t b, int64_t c)
{
    int64_t product, sum;
    if (__builtin_mul_overflow(b, c, &product) || __builtin_add_overflow(a, product, &sum)) {
        problem_fail(t->p, FAULT_OVERFLOW, t->at);
        return 0;
    }
    return sum;
}

static bool add_term(nest *t, affine *sum, int loop, int64_t factor)
{
    int i = 0;
    while (i < sum->count && sum->term[i].loop != loop)
        i++;
    if (i == sum->count) {
        if (sum->count == AFFINE_TERMS)
            return false;
        sum->term[sum->count].loop = loop;
        sum->term[sum->count++].factor = 0;
    }
    sum->term[i].factor = add_product(t, sum->term[i].factor, 1, factor);
    if (sum->term[i].factor == 0)
        sum->term[i] = sum->term[--sum->count];
    return true;
}

static bool add_scaled(nest *t, affine *sum, const affine *x, int64_t scale)
{
    sum->constant = add_product(t, sum->constant, x->constant, scale);
    for (int i = 0; i < x->count; i++)
        if (!add_term(t, sum, x->term[i].loop, add_product(t, 0, x->term[i].factor, scale)))
            return false;
    return true;
}

bool nest_affine_interval(nest *t, const affine *x, int64_t *least, int64_t *most)
{
    *least = *most = x->constant;
    for (int i = 0; i < x->count; i++) {
        const progression *v = &t->loop[x->term[i].loop];
        if (v->count < 0)
            return false;
        int64_t first = add_product(t, 0, x->term[i].factor, v->first);
        int64_t last =
            add_product(t, first, add_product(t, 0, x->term[i].factor, v->step), v->count - 1);
        *least = add_product(t, *least, 1, int_min(first, last));
        *most = add_product(t, *most, 1, int_max(first, last));
    }
    return *t->p->ok;
}

/* Notes where x, of one loop, first leaves [from, to), which its first value is
 * in: there an operation's next piece begins. */
static void note_split(nest *t, const affine *x, int64_t from, int64_t to, int64_t pieces)
{
    if (x->count != 1 || t->split_loop >= 0)
        return;
    const progression *v = &t->loop[x->term[0].loop];
    int64_t first = x->constant + x->term[0].factor * v->first;
    int64_t step = x->term[0].factor * v->step;
    int64_t k = step > 0 ? int_ceil_div(to - first, step) : int_floor_div(first - from, -step) + 1;
    if (k <= 0 || k >= v->count)
        return;
    t->split_loop = x->term[0].loop;
    t->split_at = k;
    t->split_pieces = pieces;
}

/* The value that x has before the first split. */
static int64_t first_value(const nest *t, const affine *x)
{
    int64_t value = x->constant;
    for (int i = 0; i < x->count; i++)
        value += x->term[i].factor * t->loop[x->term[i].loop].first;
    return value;
}

/* Which loop is to be read in strides for all factors of the form to be multiples of m; -1: they
 * are. */
static int loop_to_stride(const affine *x, int64_t m, int64_t *stride)
{
    for (int i = 0; i < x->count; i++) {
        const int64_t factor = x->term[i].factor;
        *stride = m / int_gcd(factor < 0 ? -factor : factor, m);
        if (*stride > 1)
            return x->term[i].loop;
    }
    return -1;
}

/* (c + m*f*v) div m is c div m + f*v, and mod m it is c mod m. */
static void divide(affine *x, bool is_quotient, int64_t m)
{
    const int64_t rest = int_floor_mod(x->constant, m);
    if (!is_quotient) {
        *x = (affine){.constant = rest};
        return;
    }
    x->constant = (x->constant - rest) / m;
    for (int i = 0; i < x->count; i++)
        x->term[i].factor /= m;
}

/* x div m or x mod m, where the quotient is the same in all iterations, or the rest is. */
static bool affine_division(nest *t, const expr *x, affine *out)
{
    affine dividend;
    if (!nest_affine(t, x->u.op.operand[0], &dividend) || nest_ranges(t, x->u.op.operand[1]))
        return false;
    int64_t m = evaluate(t, x->u.op.operand[1]);
    int64_t least, most;
    if (m <= 0 || !nest_affine_interval(t, &dividend, &least, &most))
        return false;
    int64_t q = int_floor_div(least, m), last = int_floor_div(most, m);
    if (q != last) {
        int64_t stride;
        const int loop = loop_to_stride(&dividend, m, &stride);
        if (loop < 0) {
            divide(&dividend, x->kind == EXPR_FLOOR_DIV, m);
            *out = dividend;
            return true;
        }
        if (stride < last - q + 1 && stride <= VALUES_MOST && t->stride_loop < 0 &&
            t->split_loop < 0 && t->loop[loop].count > stride) {
            t->stride_loop = loop;
            t->stride = stride;
            return false;
        }
        int64_t now = int_floor_div(first_value(t, &dividend), m);
        note_split(t, &dividend, now * m, (now + 1) * m, last - q + 1);
        return false;
    }
    if (x->kind == EXPR_FLOOR_DIV) {
        *out = (affine){.constant = q};
        return true;
    }
    *out = dividend;
    out->constant -= q * m;
    return true;
}

/* Is a < b in all iterations (1), in none (0)? -1: in some, or not known. */
static int affine_less(nest *t, const affine *a, const affine *b)
{
    affine difference = *a;
    int64_t least, most;
    if (!add_scaled(t, &difference, b, -1) || !nest_affine_interval(t, &difference, &least, &most))
        return -1;
    if (most < 0)
        return 1;
    if (least >= 0)
        return 0;
    if (first_value(t, &difference) < 0)
        note_split(t, &difference, INT64_MIN / 2, 0, 2);
    else
        note_split(t, &difference, 0, INT64_MAX / 2, 2);
    return -1;
}

/* The one operand that is the least (greatest) in all iterations. */
static bool affine_extreme(nest *t, const expr *x, affine *out)
{
    for (int i = 0; i < x->u.op.count; i++) {
        affine next;
        if (!nest_affine(t, x->u.op.operand[i], &next))
            return false;
        if (i == 0) {
            *out = next;
            continue;
        }
        int less = affine_less(t, &next, out);
        if (less < 0)
            return false;
        if (less == (x->kind == EXPR_MIN))
            *out = next;
    }
    return true;
}

/* A condition's value where it is the same in all iterations, else -1. */
static int constant_truth(nest *t, const expr *x)
{
    if (!nest_ranges(t, x))
        return evaluate(t, x) != 0;
    affine a, b;
    if (x->kind != EXPR_LT && x->kind != EXPR_LE && x->kind != EXPR_EQ && x->kind != EXPR_NE)
        return -1;
    if (!nest_affine(t, x->u.op.operand[0], &a) || !nest_affine(t, x->u.op.operand[1], &b))
        return -1;
    if (x->kind == EXPR_LT)
        return affine_less(t, &a, &b);
    int more = affine_less(t, &b, &a);
    if (x->kind == EXPR_LE)
        return more < 0 ? more : !more;
    int less = affine_less(t, &a, &b);
    if (more < 0 || less < 0)
        return -1;
    return (more || less) == (x->kind == EXPR_NE);
}

static bool add_affine(nest *t, const expr *x, int64_t scale, affine *sum)
{
    if (!nest_ranges(t, x)) {
        sum->constant = add_product(t, sum->constant, evaluate(t, x), scale);
        return true;
    }
    affine part;
    switch (x->kind) {
    case EXPR_LOOP_VAR: {
        const int r = open_loop(t, x->u.var);
        sum->constant = add_product(t, sum->constant, t->base[r], scale);
        return add_term(t, sum, r, add_product(t, 0, t->times[r], scale));
    }
    case EXPR_ADD:
        for (int i = 0; i < x->u.op.count; i++)
            if (!add_affine(t, x->u.op.operand[i], scale, sum))
                return false;
        return true;
    case EXPR_MUL: {
        const expr *moving = NULL;
        for (int i = 0; i < x->u.op.count; i++) {
            const expr *factor = x->u.op.operand[i];
            if (!nest_ranges(t, factor))
                scale = add_product(t, 0, scale, evaluate(t, factor));
            else if (moving)
                return false;
            else
                moving = factor;
        }
        return scale == 0 || add_affine(t, moving, scale, sum);
    }
    case EXPR_FLOOR_DIV:
    case EXPR_MOD:
        return affine_division(t, x, &part) && add_scaled(t, sum, &part, scale);
    case EXPR_MIN:
    case EXPR_MAX:
        return affine_extreme(t, x, &part) && add_scaled(t, sum, &part, scale);
    case EXPR_SELECT: {
        int truth = constant_truth(t, x->u.op.operand[0]);
        return truth >= 0 && add_affine(t, x->u.op.operand[truth ? 1 : 2], scale, sum);
    }
    case EXPR_INT:
    case EXPR_PARAM:
    case EXPR_COORD:
    case EXPR_EXTENT:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_NOT:
    case EXPR_POWER:
    case EXPR_LOG:
    case EXPR_SLICE:
    case EXPR_COUNT:
        return false;
    }
    return false;
}

bool nest_affine(nest *t, const expr *x, affine *out)
{
    t->at = x;
    *out = (affine){0};
    return add_affine(t, x, 1, out);
}

static bool known_interval(const expr *x, int64_t *least, int64_t *most)
{
    *least = x->at_least;
    *most = x->at_most;
    return *least != INT64_MIN && *most != INT64_MAX;
}

static void scale_interval(nest *t, int64_t *least, int64_t *most, int64_t low, int64_t high)
{
    int64_t corner[4] = {add_product(t, 0, *least, low), add_product(t, 0, *least, high),
                         add_product(t, 0, *most, low), add_product(t, 0, *most, high)};
    *least = *most = corner[0];
    for (int i = 1; i < 4; i++) {
        *least = int_min(*least, corner[i]);
        *most = int_max(*most, corner[i]);
    }
}

/* By the operands' intervals, one after the other. */
static bool fold_interval(nest *t, const expr *x, int64_t *least, int64_t *most)
{
    if (!nest_interval(t, x->u.op.operand[0], least, most))
        return false;
    for (int i = 1; i < x->u.op.count; i++) {
        int64_t low, high;
        if (!nest_interval(t, x->u.op.operand[i], &low, &high))
            return false;
        if (x->kind == EXPR_ADD) {
            *least = add_product(t, *least, 1, low);
            *most = add_product(t, *most, 1, high);
        } else if (x->kind == EXPR_MUL) {
            scale_interval(t, least, most, low, high);
        } else if (x->kind == EXPR_MIN) {
            *least = int_min(*least, low);
            *most = int_min(*most, high);
        } else {
            *least = int_max(*least, low);
            *most = int_max(*most, high);
        }
    }
    return true;
}

static bool division_interval(nest *t, const expr *x, int64_t *least, int64_t *most)
{
    int64_t low, high, m, m_most;
    if (!nest_interval(t, x->u.op.operand[1], &m, &m_most) || m != m_most || m <= 0)
        return false;
    bool is_known = nest_interval(t, x->u.op.operand[0], &low, &high);
    if (x->kind == EXPR_FLOOR_DIV) {
        if (is_known) {
            *least = int_floor_div(low, m);
            *most = int_floor_div(high, m);
        }
        return is_known;
    }
    bool is_one_turn = is_known && int_floor_div(low, m) == int_floor_div(high, m);
    *least = is_one_turn ? int_floor_mod(low, m) : 0;
    *most = is_one_turn ? int_floor_mod(high, m) : m - 1;
    return true;
}

bool nest_interval(nest *t, const expr *x, int64_t *least, int64_t *most)
{
    affine form;
    int split = t->split_loop, stride = t->stride_loop;
    bool is_affine = nest_affine(t, x, &form);
    t->split_loop = split; /* bounds need no pieces */
    t->stride_loop = stride;
    if (is_affine)
        return nest_affine_interval(t, &form, least, most);
    switch (x->kind) {
    case EXPR_ADD:
    case EXPR_MUL:
    case EXPR_MIN:
    case EXPR_MAX:
        return fold_interval(t, x, least, most);
    case EXPR_FLOOR_DIV:
    case EXPR_MOD:
        return division_interval(t, x, least, most);
    case EXPR_SELECT: {
        int64_t low, high;
        if (!nest_interval(t, x->u.op.operand[1], least, most) ||
            !nest_interval(t, x->u.op.operand[2], &low, &high))
            return false;
        *least = int_min(*least, low);
        *most = int_max(*most, high);
        return true;
    }
    case EXPR_INT:
    case EXPR_PARAM:
    case EXPR_LOOP_VAR:
    case EXPR_COORD:
    case EXPR_EXTENT:
    case EXPR_LT:
    case EXPR_LE:
    case EXPR_EQ:
    case EXPR_NE:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_NOT:
    case EXPR_POWER:
    case EXPR_LOG:
    case EXPR_SLICE:
    case EXPR_COUNT:
        return known_interval(x, least, most);
    }
    return false;
}
