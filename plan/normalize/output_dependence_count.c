#include "plan/normalize/output_dependence_count.h"

/* Counts out which elements the iterations of a nest write, as far as the program says
 * how many iterations there are: for subscripts of which no formula tells. */

#include <stdlib.h>

#include "program/env/bindings.h"
#include "program/expr/integer.h"

/* So many iterations are looked at, of the nest or of one of its loops, and so many pairs of a
 * distance that a remainder suggests. */
enum { COUNTED_MOST = 4096, PAIRS_MOST = 16 };

typedef struct written {
    int64_t element[MAX_RANK];
    int64_t iteration[COLLISION_LOOPS];
} written;

typedef struct counting {
    const collision *c;
    env *defined;
    int64_t first[COLLISION_LOOPS]; /* the loops' lower ends */
    int64_t trips[COLLISION_LOOPS]; /* those looked at */
} counting;

/* The element that an iteration writes, as far as the loops move it; false: its subscripts have
 * no value there. */
static bool find_element(const counting *k, const int64_t *iteration, written *out)
{
    const collision *c = k->c;
    bool ok = true;
    for (int i = 0; i < c->count; i++) {
        int64_t passed, at;
        if (__builtin_mul_overflow(iteration[i], c->step[i], &passed) ||
            __builtin_add_overflow(k->first[i], passed, &at))
            return false;
        env_set_loop_var(k->defined, c->loops[i]->range.var, at);
        out->iteration[i] = iteration[i];
    }
    for (int d = 0; d < c->write->var->rank; d++)
        if (collision_moves(c, c->write->sub[d].value))
            out->element[d] = expr_eval(k->defined, c->write->sub[d].value, &ok);
    return ok;
}

static int compare_numbers(const int64_t *a, const int64_t *b, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* By element, and those of one in the order of the iterations. */
static int compare(const void *left, const void *right)
{
    const written *a = left, *b = right;
    int by_element = compare_numbers(a->element, b->element, MAX_RANK);
    return by_element ? by_element : compare_numbers(a->iteration, b->iteration, COLLISION_LOOPS);
}

static int64_t length(const int64_t *by)
{
    int64_t sum = 0;
    for (int i = 0; i < COLLISION_LOOPS; i++)
        sum += llabs(by[i]);
    return sum;
}

/* The shortest distance between two that write one element; false: there are none. */
static bool find_pair(const written *all, int count, int64_t *by)
{
    bool is_found = false;
    for (int i = 1; i < count; i++) {
        int64_t apart[COLLISION_LOOPS];
        if (compare_numbers(all[i - 1].element, all[i].element, MAX_RANK))
            continue;
        for (int k = 0; k < COLLISION_LOOPS; k++)
            apart[k] = all[i].iteration[k] - all[i - 1].iteration[k];
        if (is_found && length(apart) >= length(by))
            continue;
        is_found = true;
        for (int k = 0; k < COLLISION_LOOPS; k++)
            by[k] = apart[k];
    }
    return is_found;
}

static bool next_iteration(const counting *k, int64_t *iteration)
{
    for (int i = k->c->count; i-- > 0;) {
        if (++iteration[i] < k->trips[i])
            return true;
        iteration[i] = 0;
    }
    return false;
}

static bool count_out(const counting *k, int64_t *by)
{
    size_t total = 1;
    for (int i = 0; i < k->c->count; i++)
        total *= (size_t)k->trips[i];
    written *all = calloc(total, sizeof *all);
    int64_t iteration[COLLISION_LOOPS] = {0};
    int n = 0;
    bool ok = all != NULL;
    while (ok) {
        ok = find_element(k, iteration, &all[n++]);
        if (!ok || !next_iteration(k, iteration))
            break;
    }
    if (ok)
        qsort(all, (size_t)n, sizeof *all, compare);
    bool is_found = ok && find_pair(all, n, by);
    free(all);
    return is_found;
}

/* Of loop k alone, the others standing at their first iteration, two so far apart. */
static bool is_pair(const counting *k, int loop, int64_t by)
{
    for (int64_t at = 0; at < PAIRS_MOST && at + by < k->c->trips[loop]; at++) {
        int64_t iteration[COLLISION_LOOPS] = {0};
        written one = {{0}, {0}}, other = {{0}, {0}};
        iteration[loop] = at;
        bool ok = find_element(k, iteration, &one);
        iteration[loop] = at + by;
        ok = ok && find_element(k, iteration, &other);
        if (ok && !compare_numbers(one.element, other.element, MAX_RANK))
            return true;
    }
    return false;
}

/* Where `e` takes a remainder, values that far apart may be the same again. */
static bool is_again(const counting *k, int loop, const expr *e, int64_t *by)
{
    const loop_var *v = k->c->loops[loop]->range.var;
    const expr *factor = NULL, *rest = NULL;
    int64_t times = 0, divisor = 0;
    bool ok = true;
    if (e->kind == EXPR_MOD && expr_affine(k->c->p->pool, e->u.op.operand[0], v, &factor, &rest) &&
        expr_is_int(factor, &times)) {
        divisor = expr_eval(k->defined, e->u.op.operand[1], &ok);
        int64_t moved = llabs(times) < INT32_MAX ? times * k->c->step[loop] : 0;
        if (ok && divisor && moved) {
            *by = llabs(divisor) / int_gcd(llabs(divisor), llabs(moved));
            if (is_pair(k, loop, *by))
                return true;
        }
    }
    for (int i = 0; i < expr_operand_count(e); i++)
        if (is_again(k, loop, e->u.op.operand[i], by))
            return true;
    return false;
}

static bool loop_alone(counting *k, int loop, int64_t *by)
{
    for (int i = 0; i < COLLISION_LOOPS; i++)
        by[i] = 0;
    for (int d = 0; d < k->c->write->var->rank; d++)
        if (is_again(k, loop, k->c->write->sub[d].value, &by[loop]))
            return true;
    for (int i = 0; i < k->c->count; i++)
        k->trips[i] = i != loop ? 1 : k->c->trips[i] < COUNTED_MOST ? k->c->trips[i] : COUNTED_MOST;
    return count_out(k, by);
}

/* As many of each loop as come to COUNTED_MOST together. */
static void limit_trips(counting *k)
{
    int64_t left = COUNTED_MOST;
    bool is_less = true;
    for (int i = 0; i < k->c->count; i++)
        k->trips[i] = k->c->trips[i];
    while (is_less) {
        int longest = 0;
        int64_t total = 1;
        for (int i = 0; i < k->c->count; i++) {
            longest = k->trips[i] > k->trips[longest] ? i : longest;
            total = total > left ? total : total * (k->trips[i] < left ? k->trips[i] : left + 1);
        }
        is_less = total > left;
        if (is_less)
            k->trips[longest] = k->trips[longest] > 2 * left ? left : k->trips[longest] / 2;
    }
}

bool collision_count(const collision *c, int64_t *by)
{
    counting k = {.c = c, .defined = env_new(c->p->ctx, c->p->pool, NULL, 0, NULL)};
    bool ok = true;
    for (int i = 0; i < c->count; i++) {
        if (c->trips[i] < 0 || c->loops[i]->range.lower->uses_loop_var)
            return false;
        k.first[i] = expr_eval(k.defined, c->loops[i]->range.lower, &ok);
    }
    for (int d = 0; d < c->write->var->rank; d++)
        if (c->write->sub[d].kind != SUBSCRIPT_VALUE)
            return false;
    if (!ok)
        return false;
    for (int i = 0; i < c->count; i++)
        if (loop_alone(&k, i, by))
            return true;
    limit_trips(&k);
    return c->count > 1 && count_out(&k, by);
}
