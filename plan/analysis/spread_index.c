#include "plan/analysis/spread_index.h"

#include <string.h>

#include "plan/analysis/sign.h"
#include "plan/planner/sites.h"

/* One index for all iterations would be one owner for all: others never wait for each other. So
 * indices change from iteration to iteration, without chance, that predictions can be repeated:
 * the fractional parts of n times the golden ratio divide (0, 1) as evenly as any sequence does,
 * for every number of terms (Knuth, The Art of Computer Programming 3, section 6.4, theorem S).
 * The ratio is that of two numbers of Fibonacci's, the greater a prime, so that no step of a
 * loop has a factor with it. */
enum { TURN = 17711, TURNS = 28657 };

static bool sets(const site *s, const variable *scalar)
{
    return s->node->kind == NODE_STATEMENT && s->node->u.stmt.scalar == scalar;
}

/* The step of the innermost loop around `step` of which an iteration sets the scalar; -1: none. */
static int setting_step(planner *p, const site *at, int step, const variable *scalar)
{
    for (int s = step; s-- > 0;) {
        int end, first = step_loop(&at->path[s]) ? sites_below(p, at, s, &end) : 0;
        for (int i = first; step_loop(&at->path[s]) && i < end; i++)
            if (sets(&p->sites.data[i], scalar))
                return s;
    }
    return -1;
}

/* The greater one, or both, where nothing tells which that is. */
static const expr *greater(planner *p, const site *at, const expr *a, const expr *b)
{
    const expr *one = expr_int(p->pool, 1);
    if (sign_is_positive(p, at, expr_add(p->pool, expr_sub(p->pool, a, b), one)))
        return a;
    if (sign_is_positive(p, at, expr_add(p->pool, expr_sub(p->pool, b, a), one)))
        return b;
    return expr_max(p->pool, a, b);
}

/* The greatest of the values, or of their opposites, that the loop at step `s` of the path sets
 * the scalar to; null: not of all of them anything is known. */
static const expr *greatest_set(planner *p, const site *at, int s, const variable *scalar,
                                bool is_opposite)
{
    const expr *most = NULL, *zero = expr_int(p->pool, 0);
    int end;
    for (int i = sites_below(p, at, s, &end); i < end; i++) {
        const site *by = &p->sites.data[i];
        if (!sets(by, scalar))
            continue;
        const expr *value = by->node->u.stmt.value;
        if (!value || value->uses_coord || value->is_opaque)
            return NULL;
        /* Its opposite's least. */
        const expr *least =
            sign_least_from(p, by, s + 1, is_opposite ? value : expr_sub(p->pool, zero, value));
        if (!least)
            return NULL;
        const expr *own = expr_sub(p->pool, zero, least);
        most = most ? greater(p, at, most, own) : own;
    }
    return most;
}

static bool is_of_loops_around(const site *at, int s, const expr *x)
{
    uint64_t around = 0;
    for (int i = 0; i <= s; i++)
        if (step_loop(&at->path[i]))
            around |= loop_var_bit(step_loop(&at->path[i])->range.var);
    return !(x->loop_vars & (~around | LOOP_VARS_SHARED));
}

/* What --set says of the scalar, below 0 where it says nothing: one for each of such loops. */
static const expr *said_of(planner *p, const variable *scalar, const char *taken)
{
    const expr *nothing = expr_int(p->pool, -1);
    for (int i = p->params_before; i < expr_pool_param_count(p->pool); i++) {
        const param *known = expr_pool_param(p->pool, i);
        if (known->origin == PARAM_INDEX && known->value == nothing &&
            known->where.file == scalar->where.file && known->where.line == scalar->where.line &&
            known->where.column == scalar->where.column && !strcmp(known->provenance, taken))
            return expr_param(p->pool, known);
    }
    param *said = expr_new_param(p->pool, PARAM_INDEX, scalar->name, scalar->where);
    said->value = nothing;
    said->is_assumption = true;
    said->provenance = taken;
    return expr_param(p->pool, said);
}

const expr *spread_index(planner *p, const site *at, int step, const variable *scalar,
                         const variable *array, int d)
{
    expr_pool *pool = p->pool;
    const expr *zero = expr_int(pool, 0), *one = expr_int(pool, 1);
    const int s = setting_step(p, at, step, scalar);
    if (s < 0)
        return NULL;
    const expr *most = greatest_set(p, at, s, scalar, false);
    const expr *opposite = greatest_set(p, at, s, scalar, true);
    const bool is_told =
        most && opposite && is_of_loops_around(at, s, most) && is_of_loops_around(at, s, opposite);
    const expr *least = is_told ? expr_sub(pool, zero, opposite) : zero;
    if (!is_told)
        most = expr_sub(pool, array->extent[d], one);
    if (least == most)
        return NULL;
    const expr *count = expr_add(pool, expr_sub(pool, most, least), one);
    const expr *n = expr_loop_var(pool, step_loop(&at->path[s])->range.var);
    const expr *part =
        expr_mod(pool, expr_mul(pool, n, expr_int(pool, TURN)), expr_int(pool, TURNS));
    const expr *beyond = expr_floor_div(pool, expr_mul(pool, count, part), expr_int(pool, TURNS));
    const char *taken =
        arena_printf(p->arena,
                     "is known only at run time: another index of '%s' in each iteration of the "
                     "loop over '%s', spread evenly over %s",
                     array->name, step_loop(&at->path[s])->range.var->name,
                     is_told ? "those that it may be" : "all");
    const expr *said = said_of(p, scalar, taken);
    return expr_select(pool, expr_logic(pool, EXPR_LT, said, zero), expr_add(pool, least, beyond),
                       said);
}
