#include "plan/normalize/output_dependence.h"

#include "plan/normalize/output_dependence_count.h"
#include "program/env/bindings.h"

/* Do two iterations of a nest write the same element? Where all subscripts are
 * affine in its loops, those do whose distance the coefficients take to 0; one that divides or
 * takes remainders is tried out. "No" where that is not proved. */

/* Distances of so many iterations are looked at in each of so many loops, and so many iterations
 * of a loop whose subscripts are not affine. */
enum { DISTANCE_MOST = 4, TRIED_MOST = 16 };

/* subscript d = sum of coefficient * variable + something that stands still */
static bool coefficients(const collision *c, int d, int64_t *out)
{
    const expr *e = c->write->sub[d].value;
    for (int k = 0; k < c->count; k++) {
        const expr *factor = NULL, *rest = NULL;
        out[k] = 0;
        if (!expr_mentions(e, c->loops[k]->range.var))
            continue;
        if (!expr_affine(c->p->pool, e, c->loops[k]->range.var, &factor, &rest) ||
            !expr_is_int(factor, &out[k]))
            return false;
        e = rest;
    }
    return true;
}

bool collision_moves(const collision *c, const expr *e)
{
    for (int k = 0; k < c->count; k++)
        if (expr_mentions(e, c->loops[k]->range.var))
            return true;
    return false;
}

/* Subscript d in iteration `at` of loop k, the others being in their first one. */
static const expr *subscript_at(const collision *c, int d, int k, int64_t at)
{
    expr_pool *pool = c->p->pool;
    const loop_var *vars[COLLISION_LOOPS];
    const expr *values[COLLISION_LOOPS];
    for (int i = 0; i < c->count; i++) {
        const loop_range *range = &c->loops[i]->range;
        const expr *passed = expr_mul(pool, range->step, expr_int(pool, i == k ? at : 0));
        vars[i] = range->var;
        values[i] = expr_add(pool, range->lower, passed);
    }
    const expr_substitution all = {.count = c->count, .vars = vars, .with = values};
    return expr_substitute(pool, c->write->sub[d].value, &all);
}

/* Is subscript d equal in two iterations, `by` apart, of loop k alone? */
static bool is_equal_somewhere(const collision *c, int d, int k, int64_t by)
{
    int64_t most = c->trips[k] >= 0 && c->trips[k] < TRIED_MOST ? c->trips[k] : TRIED_MOST;
    for (int64_t at = 0; at + by < most; at++) {
        int64_t difference;
        const expr *apart =
            expr_sub(c->p->pool, subscript_at(c, d, k, at), subscript_at(c, d, k, at + by));
        if (expr_is_int(apart, &difference) && difference == 0)
            return true;
    }
    return false;
}

/* The only loop that `by` moves; -1: it moves several. */
static int only_loop(const collision *c, const int64_t *by)
{
    int only = -1;
    for (int k = 0; k < c->count; k++) {
        if (by[k] && only >= 0)
            return -1;
        only = by[k] ? k : only;
    }
    return only;
}

static bool is_same_element(const collision *c, const int64_t *by)
{
    int tried = 0;
    for (int d = 0; d < c->write->var->rank; d++) {
        int64_t factor[COLLISION_LOOPS], moved = 0;
        if (c->write->sub[d].kind != SUBSCRIPT_VALUE)
            return false;
        if (!collision_moves(c, c->write->sub[d].value))
            continue;
        if (coefficients(c, d, factor)) {
            for (int k = 0; k < c->count; k++)
                moved += factor[k] * c->step[k] * by[k];
            if (moved != 0)
                return false;
            continue;
        }
        int k = only_loop(c, by);
        if (k < 0 || by[k] < 0 || tried++ || !is_equal_somewhere(c, d, k, by[k]))
            return false; /* of two such dimensions, one may set apart what the other does not */
    }
    return true;
}

/* Can there be two iterations so far apart? *is_certain: there are. */
static bool is_within(const collision *c, const int64_t *by, bool *is_certain)
{
    *is_certain = true;
    for (int k = 0; k < c->count; k++) {
        int64_t apart = by[k] < 0 ? -by[k] : by[k];
        if (c->trips[k] >= 0 && apart >= c->trips[k])
            return false;
        *is_certain &= c->trips[k] >= 0 || apart == 0;
    }
    return true;
}

/* The next of all distances, in order from the nearest on: the outermost loop's are not negative.
 */
static bool next_distance(const collision *c, int64_t *by)
{
    for (int k = c->count; k-- > 0;) {
        int64_t least = k ? -DISTANCE_MOST : 0;
        if (++by[k] <= DISTANCE_MOST)
            return true;
        by[k] = least;
    }
    return false;
}

static bool read_loops(collision *c)
{
    env *defined = c->p->defined;
    for (int k = 0; k < c->count; k++) {
        const loop_range *r = &c->loops[k]->range;
        bool ok = true;
        if (!expr_is_int(r->step, &c->step[k]) || !c->step[k])
            return false;
        c->trips[k] = expr_eval(defined, expr_trips(c->p->pool, r->lower, r->upper, r->step), &ok);
        if (!ok)
            c->trips[k] = -1;
        if (c->trips[k] == 0)
            return false;
    }
    return true;
}

static const char *name_distance(const collision *c, const int64_t *by)
{
    const char *text = "";
    for (int k = 0; k < c->count; k++)
        if (by[k])
            text = arena_printf(c->p->arena, "%s%s%s by %lld", text, *text ? " and " : "",
                                c->loops[k]->range.var->name, (long long)by[k]);
    return text;
}

/* Does an affine subscript of each loop, one after the other, tell its iterations apart, where
 * those of the loops before are known? */
static bool has_subscript_each(const collision *c)
{
    bool is_told[COLLISION_LOOPS] = {false};
    int told = 0;
    for (int before = -1; before < told;) {
        before = told;
        for (int d = 0; d < c->write->var->rank; d++) {
            int64_t factor[COLLISION_LOOPS];
            int left = 0, last = 0;
            if (c->write->sub[d].kind != SUBSCRIPT_VALUE || !coefficients(c, d, factor))
                continue;
            for (int k = 0; k < c->count; k++) {
                left += factor[k] && !is_told[k];
                last = factor[k] && !is_told[k] ? k : last;
            }
            told += left == 1;
            is_told[last] |= left == 1;
        }
    }
    return told == c->count;
}

const char *output_dependence(planner *p, const loop_node *const *loops, int count,
                              const reference *write, bool *is_certain)
{
    collision c = {.p = p, .loops = loops, .count = count, .write = write};
    int64_t by[COLLISION_LOOPS] = {0};
    if (count == 0 || count > COLLISION_LOOPS || !read_loops(&c) || has_subscript_each(&c))
        return NULL;
    for (int k = 1; k < count; k++)
        by[k] = -DISTANCE_MOST;
    do {
        int first = 0;
        while (first < count && by[first] == 0)
            first++;
        if (first < count && by[first] > 0 && is_within(&c, by, is_certain) &&
            is_same_element(&c, by))
            return name_distance(&c, by);
    } while (next_distance(&c, by));
    *is_certain = true;
    return collision_count(&c, by) ? name_distance(&c, by) : NULL;
}
