#include "plan/analysis/margins.h"

#include "plan/planner/owner.h"
#include "plan/planner/sites.h"

/* Loops that execute more, or less, than the iterations that are a processor's own
 * (XMP expand, margin, peel_and_wait): the bounds of what each processor executes are
 * expressions of its coordinate. */

/* --- A processor's own iterations ------------------------------------------------ */

typedef struct own_range {
    const expr *first, *last;
    const expr *is_any; /* null: always */
} own_range;

const expr *cells_before(planner *p, const axis_map *axis, const expr *coordinate)
{
    expr_pool *pool = p->pool;
    const expr *before = expr_int(pool, 0);
    if (axis->kind != DIST_GEN_BLOCK)
        return expr_mul(pool, coordinate, block_size(p, axis));
    for (int i = 0; i < axis->sizes->count; i++) {
        const expr *is_below = expr_logic(pool, EXPR_LT, expr_int(pool, i), coordinate);
        before = expr_add(pool, before,
                          expr_select(pool, is_below, axis->sizes->size[i], expr_int(pool, 0)));
    }
    return before;
}

/* Of a loop whose variable plus `d` is the cell. */
static own_range divided_range(planner *p, const loop_node *l)
{
    expr_pool *pool = p->pool;
    const axis_map *axis = l->split_on;
    const expr *one = expr_int(pool, 1), *me = expr_coord(pool, axis->grid, axis->axis);
    const expr *base = expr_sub(pool, axis->lower, l->split_d);
    const expr *begin = expr_add(pool, base, cells_before(p, axis, me));
    const expr *end = expr_add(pool, base, cells_before(p, axis, expr_add(pool, me, one)));
    own_range own = {.first = expr_max(pool, l->range.lower, begin),
                     .last = expr_min(pool, l->range.upper, expr_sub(pool, end, one))};
    const expr *is_inside = expr_logic(pool, EXPR_LE, expr_int(pool, 0), me);
    own.is_any =
        expr_logic(pool, EXPR_AND, is_inside, expr_logic(pool, EXPR_LE, own.first, own.last));
    return own;
}

/* --- With its reach ----------------------------------------------------------------- */

static void set_range(planner *p, loop_node *l, const expr *lower, const expr *upper,
                      const own_range *own)
{
    expr_pool *pool = p->pool;
    if (!l->reach.is_unbound) {
        lower = expr_max(pool, lower, l->range.lower);
        upper = expr_min(pool, upper, l->range.upper);
    }
    l->whole = arena_copy(p->arena, &l->range, sizeof l->range);
    l->range.lower = lower;
    l->range.upper = own->is_any ? expr_select(pool, own->is_any, upper,
                                               expr_sub(pool, lower, expr_int(pool, 1)))
                                 : upper;
    l->split_on = NULL;
    l->trips = expr_trips(pool, l->range.lower, l->range.upper, l->range.step);
}

/* Both signs of a width in one formula: outwards, what is before `first`; inwards,
 * what begins there. */
static void reach_out(planner *p, loop_node *l, const own_range *own)
{
    expr_pool *pool = p->pool;
    const expr *first = own->first, *last = own->last, *one = expr_int(pool, 1);
    const expr *low = l->reach.lower, *high = l->reach.upper;
    const expr *before = expr_sub(pool, first, low), *after = expr_add(pool, last, high);
    const expr *low_end =
        expr_min(pool, expr_max(pool, expr_sub(pool, first, one), expr_sub(pool, before, one)),
                 expr_max(pool, last, expr_sub(pool, first, one)));
    const expr *high_begin = expr_min(pool, expr_add(pool, last, one), expr_add(pool, after, one));
    switch (l->reach.kind) {
    case REACH_OWN:
        return;
    case REACH_EXPANDED:
        set_range(p, l, before, after, own);
        return;
    case REACH_LOW_MARGIN:
        set_range(p, l, expr_min(pool, first, before), low_end, own);
        return;
    case REACH_HIGH_MARGIN:
        /* Not what is a low margin already. */
        high_begin =
            expr_max(pool, high_begin,
                     expr_min(pool, expr_max(pool, first, before), expr_add(pool, last, one)));
        set_range(p, l, high_begin, expr_max(pool, last, after), own);
        return;
    }
}

static bool reject(planner *p, const loop_node *l, const char *what)
{
    diag_report(p->ctx->diags, DIAG_ERROR, "not-analysed", l->reach.where, "%s", what);
    return false;
}

static bool check(planner *p, const loop_node *l)
{
    int64_t step = 0, c = 0;
    const axis_map *axis = l->split_on;
    if (!expr_is_int(l->range.step, &step) || step != 1)
        return reject(p, l,
                      "a width of a loop that does not count upwards by 1 is not analysed in this "
                      "version; let it do so");
    if (axis && axis->kind == DIST_CYCLIC)
        return reject(p, l,
                      "a width along a dimension that is distributed cyclic is not analysed: every "
                      "other element is a margin; distribute it in blocks");
    if (axis && (!expr_is_int(l->split_c, &c) || c != 1))
        return reject(
            p, l,
            "a width of a loop whose variable does not count elements of the template one "
            "by one is not analysed in this version; write 'on t(i)'");
    return true;
}

static void set_reach(planner *p, loop_node *l, bool was_split)
{
    own_range whole = {.first = l->range.lower, .last = l->range.upper};
    if (l->reach.kind == REACH_OWN || !check(p, l))
        return;
    if (was_split && !l->split_on) {
        reject(p, l,
               "communication inside a loop with a width is not analysed in this version; write "
               "it before the loop");
        return;
    }
    own_range own = l->split_on ? divided_range(p, l) : whole;
    reach_out(p, l, &own);
}

/* Is it divided among processors, whether or not it is run whole? */
static bool is_divided(const loop_node *l)
{
    bool found = l->split_on != NULL;
    for (int k = 0; !found && l->on && k < l->on->grid->rank; k++)
        found = l->on->axis[k].is_restricted && expr_mentions(l->on->axis[k].index, l->range.var);
    return found;
}

void margins_solve(planner *p, node *list)
{
    for (node *n = list; n; n = n->next) {
        node **lists[2];
        for (int i = node_lists(n, lists); i-- > 0;)
            margins_solve(p, *lists[i]);
        if (n->kind == NODE_LOOP)
            set_reach(p, &n->u.loop, is_divided(&n->u.loop));
    }
}

/* --- What that touches ------------------------------------------------------------------ */

static int64_t known_or_zero(const expr *e)
{
    int64_t value;
    return expr_is_int(e, &value) ? value : 0;
}

void reach_along(const site *at, int k, int64_t *from, int64_t *to)
{
    *from = *to = 0;
    for (int i = 0; i < at->depth; i++) {
        const loop_node *l = step_loop(&at->path[i]);
        const home_axis *axis = &at->at.axis[k];
        if (!l || l->reach.kind == REACH_OWN || !axis->is_restricted ||
            !expr_mentions(axis->index, l->range.var))
            continue;
        int64_t low = known_or_zero(l->reach.lower), high = known_or_zero(l->reach.upper);
        bool has_low = l->reach.kind != REACH_HIGH_MARGIN && low > 0;
        bool has_high = l->reach.kind != REACH_LOW_MARGIN && high > 0;
        *from = has_low ? -low : l->reach.kind == REACH_HIGH_MARGIN && high > 0 ? 1 : 0;
        *to = has_high ? high : l->reach.kind == REACH_LOW_MARGIN && low > 0 ? -1 : 0;
    }
}

void reach_inside(const site *at, int k, int64_t *low, int64_t *high)
{
    *low = *high = 0;
    for (int i = 0; i < at->depth; i++) {
        const loop_node *l = step_loop(&at->path[i]);
        const home_axis *axis = &at->at.axis[k];
        if (!l || l->reach.kind != REACH_EXPANDED || !axis->is_restricted ||
            !expr_mentions(axis->index, l->range.var))
            continue;
        int64_t lower = known_or_zero(l->reach.lower), upper = known_or_zero(l->reach.upper);
        *low = lower < 0 ? -lower : 0;
        *high = upper < 0 ? -upper : 0;
    }
}

bool site_reaches(const site *at)
{
    for (int i = 0; i < at->depth; i++) {
        const loop_node *l = step_loop(&at->path[i]);
        if (l && l->reach.kind != REACH_OWN)
            return true;
    }
    return false;
}
