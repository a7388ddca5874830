/* Division of a polynomial leaves a rest that may be off by a whole row: i*M + M - 1 divided by M
 * is i + 1 and -1, and it means place M - 1 of row i. So the rows beside are candidates, too.
 * Proved is at most one of them: division with a remainder from 0 to M - 1 is unique.
 *
 * Where none is proved, as M - 2 is with nothing known of M, the numbers of a run are to decide
 * whether it is right, and one has to be chosen before. That is one for which they can: not -2,
 * which is in no row. Of several, as M - k and -k, it is one that is right for the values that the
 * program's macros and variables have in the text. */

#include "plan/normalize/row_place.h"

#include "plan/analysis/sign.h"
#include "plan/normalize/settle_index.h"

enum { DEFINED_DEPTH = 16, EXAMPLE_EXTENT = 1000, EXAMPLE_OTHER = 2 };

typedef struct row_division {
    planner *p;
    int count;
    const loop_node *const *loops;
    const expr *extent;
} row_division;

static bool is_positive(const row_division *d, const expr *e)
{
    index_place at = {.p = d->p, .count = d->count, .loops = d->loops, .extent = d->extent};
    return index_is_positive(&at, e);
}

/* Is 0 <= place < extent? */
static bool is_within(const row_division *d, const expr *place)
{
    expr_pool *pool = d->p->pool;
    return is_positive(d, expr_add(pool, place, expr_int(pool, 1))) &&
           is_positive(d, expr_sub(pool, d->extent, place));
}

/* Does it leave the row in some iteration, whatever the numbers are? */
static bool is_outside(const row_division *d, const row_place *r)
{
    expr_pool *pool = d->p->pool;
    const expr *one = expr_int(pool, 1);
    return is_positive(d, expr_sub(pool, expr_int(pool, 0), r->least)) ||
           is_positive(d, expr_add(pool, expr_sub(pool, r->most, d->extent), one));
}

static bool has_param(const expr *e, const param *x, int depth)
{
    if (e->kind == EXPR_PARAM)
        return e->u.param == x ||
               (depth > 0 && e->u.param->value && has_param(e->u.param->value, x, depth - 1));
    for (int i = 0; i < expr_operand_count(e); i++)
        if (has_param(e->u.op.operand[i], x, depth))
            return true;
    return false;
}

static const expr *combined(expr_pool *pool, expr_kind kind, const expr *a, const expr *b)
{
    return kind == EXPR_ADD   ? expr_add(pool, a, b)
           : kind == EXPR_MUL ? expr_mul(pool, a, b)
           : kind == EXPR_MIN ? expr_min(pool, a, b)
           : kind == EXPR_MAX ? expr_max(pool, a, b)
           : kind == EXPR_MOD ? expr_mod(pool, a, b)
                              : expr_floor_div(pool, a, b);
}

/* The expression with the values in the text, and where that has none, with one that is likely:
 * rows are long, and other things small. Null: not known. */
static const expr *example(const row_division *d, const expr *e, int depth)
{
    expr_pool *pool = d->p->pool;
    if (e->kind == EXPR_PARAM) {
        const param *x = e->u.param;
        if (x->value)
            return depth > 0 ? example(d, x->value, depth - 1) : NULL;
        bool is_long = has_param(d->extent, x, DEFINED_DEPTH);
        return expr_int(pool, is_long ? EXAMPLE_EXTENT : EXAMPLE_OTHER);
    }
    if (expr_is_leaf(e->kind))
        return e->kind == EXPR_INT ? e : NULL;
    if (e->kind > EXPR_MAX)
        return NULL;
    const expr *all = NULL;
    for (int i = 0; i < e->u.op.count; i++) {
        const expr *one = example(d, e->u.op.operand[i], depth);
        if (!one)
            return NULL;
        all = all ? combined(pool, e->kind, all, one) : one;
    }
    return all;
}

/* Does it stay within the row for the values in the text? */
static bool is_likely(const row_division *d, const row_place *r)
{
    const expr *ends[] = {r->least, r->most, d->extent};
    int64_t value[3];
    for (int i = 0; i < 3; i++) {
        const expr *e = example(d, ends[i], DEFINED_DEPTH);
        if (!e || !expr_is_int(e, &value[i]))
            return false;
    }
    return value[0] >= 0 && value[1] < value[2];
}

static row_place moved_by(const row_division *d, const row_place *r, int rows)
{
    expr_pool *pool = d->p->pool;
    const expr *by = expr_int(pool, rows), *zero = expr_int(pool, 0);
    const expr *place = expr_add(pool, r->place, expr_mul(pool, by, d->extent));
    const expr *most = sign_least_within(d->p, d->count, d->loops, expr_sub(pool, zero, place));
    return (row_place){.row = expr_sub(pool, r->row, by),
                       .place = place,
                       .is_proved = is_within(d, place),
                       .least = sign_least_within(d->p, d->count, d->loops, place),
                       .most = most ? expr_sub(pool, zero, most) : NULL};
}

bool row_place_find(planner *p, int count, const loop_node *const *loops, const expr *index,
                    const expr *extent, row_place *out)
{
    static const int rows[] = {0, 1, -1};
    const row_division d = {p, count, loops, extent};
    row_place first = {0}, possible = {0}, likely = {0};
    index_place at = {.p = p, .count = count, .loops = loops, .extent = extent};
    const expr *settled = index_settle(&at, index);
    if (!expr_split(p->pool, settled, extent, &first.row, &first.place))
        return false;
    for (int i = 0; i < (int)(sizeof rows / sizeof *rows); i++) {
        *out = moved_by(&d, &first, rows[i]);
        if (out->is_proved)
            return true;
        bool is_possible = out->least && out->most && !is_outside(&d, out);
        if (is_possible && !possible.row)
            possible = *out;
        if (is_possible && !likely.row && is_likely(&d, out))
            likely = *out;
    }
    *out = likely.row ? likely : possible.row ? possible : moved_by(&d, &first, 0);
    return true;
}
