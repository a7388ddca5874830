#include "plan/analysis/owner_computes.h"

#include "plan/analysis/accumulation.h"
#include "plan/analysis/home_cover.h"
#include "plan/analysis/private.h"
#include "plan/analysis/scalar.h"
#include "plan/analysis/why_serial.h"
#include "plan/planner/owner.h"
#include "plan/planner/sites.h"

/* Owner computes: the processor that owns the left side executes the
 * statement. A loop whose statements all agree on one axis is split over it. */

/* --- Loops ----------------------------------------------------------------- */

typedef struct candidate {
    bool is_set, is_blocked;
    bool is_placed;       /* a clause says where it is */
    serial_reason reason; /* why it is blocked */
    const axis_map *axis;
    const expr *c, *d;
    source_range where;      /* of what it was set by */
    source_range blocked_at; /* of what it was blocked by, and why, for people */
    const char *why;
} candidate;

static void block(candidate *by, serial_reason reason, source_range where, const char *why)
{
    if (by->is_blocked)
        return;
    by->is_blocked = true;
    by->reason = reason;
    by->blocked_at = where;
    by->why = why;
}

/* Compares in template cells: arrays aligned differently may still agree. */
static void join(planner *p, candidate *into, const axis_map *axis, const expr *c, const expr *d,
                 source_range where)
{
    axis_map *cells = arena_copy(p->arena, axis, sizeof *axis);
    cells->stride = expr_int(p->pool, 1);
    cells->offset = expr_int(p->pool, 0);
    c = expr_mul(p->pool, axis->stride, c);
    d = axis_index(p, axis, d);
    if (into->is_set && (!same_cells(into->axis, cells) || into->c != c || into->d != d))
        block(into, SERIAL_OTHER_HOME, where,
              arena_printf(p->arena,
                           "other processors execute this than line %d in the same iteration",
                           into->where.line));
    if (!into->is_set)
        into->where = where;
    into->is_set = true;
    into->axis = cells;
    into->c = c;
    into->d = d;
}

/* Does the expression move with a loop inside the one at `step`? */
static bool moves_inside(const site *s, int step, const expr *e)
{
    for (int i = step + 1; i < s->depth; i++) {
        const loop_node *l = step_loop(&s->path[i]);
        if (l && expr_mentions(e, l->range.var))
            return true;
    }
    return false;
}

/* Joins the axis of `h`, home of the site, whose index moves with the loop at `step`;
 * false when none does. An index that loops further in move, too, is divided there. */
static bool join_home(planner *p, candidate *into, const home *h, const site *s, int step)
{
    const loop_var *v = step_loop(&s->path[step])->range.var;
    for (int k = 0; h->grid && k < h->grid->rank; k++) {
        const expr *c = NULL, *d = NULL;
        int64_t value = 0;
        if (!h->axis[k].is_restricted || !expr_mentions(h->axis[k].index, v))
            continue;
        bool is_affine =
            expr_affine(p->pool, h->axis[k].index, v, &c, &d) && expr_is_int(c, &value);
        if (!is_affine || moves_inside(s, step, d)) {
            block(into, is_affine ? SERIAL_TWO_LOOPS : SERIAL_UNEVEN, s->node->where,
                  is_affine ? "the index whose owner executes this depends on an inner loop, too"
                            : arena_printf(p->arena,
                                           "the index whose owner executes this is not a multiple "
                                           "of '%s' plus a constant",
                                           v->name));
            return true;
        }
        join(p, into, &h->axis[k].map, c, d, s->node->where);
        return true;
    }
    return false;
}

/* Is a loop around `step` split, for another reason than a reduction's data? */
static bool is_enclosed_by_split(const planner *p, const site *s, int step)
{
    for (int i = 0; i < step; i++) {
        const loop_node *l = step_loop(&s->path[i]);
        bool reduces = false;
        for (int k = 0; k < p->reducing.count; k++)
            reduces |= p->reducing.data[k] == l;
        if (l && l->split_on && !reduces)
            return true;
    }
    return false;
}

/* Does a loop around `step` already divide this axis, or those of another grid? */
static bool is_axis_taken(const site *s, int step, const axis_map *axis)
{
    for (int i = 0; i < step; i++) {
        const loop_node *l = step_loop(&s->path[i]);
        if (l && l->split_on &&
            (l->split_on->grid != axis->grid || l->split_on->axis == axis->axis))
            return true;
    }
    return false;
}

/* Is each iteration of the loop at `step`, whose sites are first to before `end`, executed by
 * somebody? */
static bool is_whole(planner *p, const candidate *by, int first, int end, int step)
{
    const site *last = &p->sites.data[end - 1];
    for (int i = p->sites.data[first].access; i < last->access_end; i++) {
        const access *a = &p->accesses.data[i];
        home h = home_of_reference(p, a->ref);
        candidate one = {0};
        if (join_home(p, &one, &h, &p->sites.data[a->site], step) && !one.is_blocked &&
            same_cells(one.axis, by->axis) && one.c == by->c && one.d == by->d &&
            home_covers(p, a, step))
            return true;
    }
    return false;
}

static void block_partial(candidate *by, source_range where)
{
    block(by, SERIAL_OUTSIDE, where,
          "a condition may keep this within its array; nobody would execute the iterations in "
          "which it is outside");
}

/* A reduction runs where its data are: each statement where the first distributed array that it
 * reads is, in all iterations. *missed: one that may be nowhere in some; null: none was met. */
static void join_reduction(planner *p, candidate *into, int index, int step,
                           const reference **missed)
{
    if (p->sites.data[index].node->kind != NODE_STATEMENT)
        return;
    const site *s = &p->sites.data[index];
    int end, first = sites_below(p, s, step, &end);
    for (int i = s->access; i < s->access_end; i++) {
        const access *a = &p->accesses.data[i];
        if (a->is_write || !map_of(p, a->ref->var))
            continue;
        home h = home_of_reference(p, a->ref);
        candidate one = {0};
        if (!join_home(p, &one, &h, s, step))
            continue;
        if (one.is_blocked || is_whole(p, &one, first, end, step)) {
            join_home(p, into, &h, s, step);
            return;
        }
        *missed = *missed ? *missed : a->ref;
    }
}

/* Does a gmove assign what its executor has to elements that others own? */
static bool is_put(planner *p, const site *s)
{
    const move_node *move = site_move(s);
    const statement_node *st = &s->node->u.stmt;
    if (!move || move->mode != GMOVE_OUT || s->node->kind != NODE_STATEMENT)
        return false;
    for (int i = 0; i < st->read_count; i++)
        if (map_of(p, st->reads[i]->var))
            return false;
    return true;
}

/* Who executes the site because a clause around it says so; null: none does. */
static const home *xmp_comm_home(planner *p, const site *s)
{
    bool by_owner = s->has_own_home && site_move(s) && !is_put(p, s);
    for (int i = s->depth - 1; i >= 0; i--) {
        const node *n = s->path[i].child;
        if (n->kind == NODE_GMOVE && by_owner)
            return NULL;
        const home *on = n->kind == NODE_LOOP                              ? n->u.loop.on
                         : n->kind == NODE_TASK && !n->u.task.is_placement ? &n->u.task.on
                                                                           : NULL;
        if (on && on->grid)
            return on;
    }
    return NULL;
}

static void join_site(planner *p, candidate *into, int index, int step)
{
    site *s = &p->sites.data[index];
    const home *on = xmp_comm_home(p, s);
    if (s->node->kind == NODE_STATEMENT && s->node->u.stmt.draws)
        block(into, SERIAL_IO, s->node->where,
              "this draws from a sequence, which all processors go through alike");
    into->is_placed |= on != NULL;
    if (on || s->has_own_home) {
        if (!join_home(p, into, on ? on : &s->own, s, step))
            block(into, SERIAL_ONE_HOME, s->node->where,
                  "the same processors execute this in each iteration");
        return;
    }
    if (s->node->kind != NODE_STATEMENT)
        return;
    const statement_node *st = &s->node->u.stmt;
    if (site_ends_program(s))
        return; /* whoever comes here ends all of it */
    if (st->is_io)
        block(into, SERIAL_IO, s->node->where, "this is input or output, which all take part in");
    else if (st->write && !array_is_private_in(s, step, st->write->var) &&
             !array_accumulates(p, s, step))
        block(into, SERIAL_COPIES, s->node->where,
              arena_printf(p->arena, "'%s' is not distributed: each processor needs all of it",
                           st->write->var->name));
    else if (st->scalar && !into->is_blocked && /* of one that is, no other reason is told */
             !array_is_private_in(s, step, st->scalar) &&
             !scalar_is_privatizable(s->path[step].child, st->scalar))
        block(into, SERIAL_CARRIED, s->node->where,
              arena_printf(p->arena, "'%s' goes from one iteration to the next", st->scalar->name));
}

static void split(loop_node *l, const candidate *by)
{
    l->split_on = by->axis;
    l->split_c = by->c;
    l->split_d = by->d;
}

/* An independent loop over nothing distributed: blocks over all processors. */
static void split_evenly(planner *p, node *n)
{
    loop_node *l = &n->u.loop;
    if (!p->layout->linear)
        return;
    axis_map *map = ARENA_NEW(p->arena, axis_map);
    *map = (axis_map){
        .source = AXIS_BY_DIM,
        .kind = DIST_BLOCK,
        .stride = expr_int(p->pool, 1),
        .offset = expr_int(p->pool, 0),
        .lower = l->range.lower,
        .extent = expr_max(p->pool, expr_int(p->pool, 1),
                           expr_add(p->pool, expr_sub(p->pool, l->range.upper, l->range.lower),
                                    expr_int(p->pool, 1))),
        .grid = p->layout->linear};
    candidate by = {
        .is_set = true, .axis = map, .c = expr_int(p->pool, 1), .d = expr_int(p->pool, 0)};
    split(l, &by);
    diag_report(p->ctx->diags, DIAG_REMARK, "implied-home", n->where,
                "this independent loop writes no distributed array; its iterations are taken "
                "in equal blocks by all processors. Say 'on home(…)' to place them otherwise");
}

static void split_loop(planner *p, const site *s, int step)
{
    node *n = s->path[step].child;
    loop_node *l = &n->u.loop;
    candidate by = {0};
    if (l->on) {
        if (join_home(p, &by, l->on, s, step) && !by.is_blocked)
            split(l, &by);
        return;
    }
    if (!p->layout->linear || !site_is_inferred(p, s))
        return;
    bool has_reduction = false;
    int end, first = sites_below(p, s, step, &end);
    for (int i = first; i < end; i++) {
        join_site(p, &by, i, step);
        const node *at = p->sites.data[i].node;
        has_reduction |= at->kind == NODE_STATEMENT && at->u.stmt.reduce &&
                         (at->u.stmt.scalar || array_accumulates(p, &p->sites.data[i], step));
    }
    if (by.is_set && !by.is_blocked && has_reduction && !by.is_placed &&
        !is_whole(p, &by, first, end, step))
        block_partial(&by, by.where);
    if (!by.is_set && !by.is_blocked && has_reduction && !is_enclosed_by_split(p, s, step)) {
        const reference *missed = NULL;
        for (int i = first; i < end; i++)
            join_reduction(p, &by, i, step, &missed);
        if (!by.is_set && missed)
            block_partial(&by, missed->where);
        if (by.is_set && is_axis_taken(s, step, by.axis))
            block(&by, SERIAL_TAKEN, n->where, "a loop around it divides the same processors");
        if (by.is_set && !by.is_blocked)
            VEC_PUSH(p->arena, &p->reducing, l);
    }
    if (by.is_set && !by.is_blocked)
        split(l, &by);
    else if (!by.is_set && !by.is_blocked && l->parallel == LOOP_INDEPENDENT &&
             !is_enclosed_by_split(p, s, step))
        split_evenly(p, n);
    if (by.is_blocked && !site_move(s) && !is_enclosed_by_split(p, s, step))
        serial_note(p, n, s, step, by.reason, by.blocked_at, by.why);
}

/* --- Who executes a site, in all -------------------------------------------- */

/* Enclosing loops that divide other axes restrict who executes this, too. */
static home within_loops(const site *s, const home *on)
{
    home h = *on;
    for (int i = 0; i < s->depth; i++) {
        const loop_node *l = step_loop(&s->path[i]);
        for (int k = 0; l && l->on && l->on->grid == h.grid && k < h.grid->rank; k++)
            if (!h.axis[k].is_restricted)
                h.axis[k] = l->on->axis[k];
    }
    return h;
}

static home effective_home(planner *p, const site *s)
{
    home h = {0};
    const home *on = xmp_comm_home(p, s);
    if (on)
        return within_loops(s, on);
    if (s->has_own_home)
        h = s->own;
    for (int i = 0; i < s->depth; i++) {
        const loop_node *l = step_loop(&s->path[i]);
        if (!l || !l->split_on || (h.grid && h.grid != l->split_on->grid))
            continue;
        home_axis *axis = &h.axis[l->split_on->axis];
        h.grid = l->split_on->grid;
        if (axis->is_restricted)
            continue;
        axis->is_restricted = true;
        axis->map = *l->split_on;
        axis->index =
            expr_add(p->pool, expr_mul(p->pool, l->split_c, expr_loop_var(p->pool, l->range.var)),
                     l->split_d);
    }
    return h;
}

/* Null: every processor. */
static const home *kept_home(planner *p, const on_clause *clause, bool *along)
{
    home h = home_of_clause(p, clause, along);
    return h.grid ? arena_copy(p->arena, &h, sizeof h) : NULL;
}

static void resolve_node(planner *p, node *n)
{
    bool along[MAX_RANK];
    if (n->kind == NODE_LOOP && n->u.loop.on_explicit) {
        n->u.loop.on = kept_home(p, n->u.loop.on_explicit, along);
    } else if (n->kind == NODE_TASK && n->u.task.on_explicit) {
        n->u.task.on = home_of_clause(p, n->u.task.on_explicit, along);
    } else if (n->kind == NODE_REDUCE || n->kind == NODE_BCAST || n->kind == NODE_BARRIER ||
               n->kind == NODE_WAIT || n->kind == NODE_POST || n->kind == NODE_WAIT_POST) {
        xmp_comm_node *s = &n->u.xmp_comm;
        if (s->on_explicit)
            s->on = kept_home(p, s->on_explicit, s->along);
        if (s->from_explicit)
            s->from = kept_home(p, s->from_explicit, along);
    }
}

static void resolve_clauses(planner *p, node *list)
{
    for (node *n = list; n; n = n->next) {
        node **lists[2];
        resolve_node(p, n);
        for (int i = node_lists(n, lists); i-- > 0;)
            resolve_clauses(p, *lists[i]);
    }
}

/* Is the expression about loops around the site alone? */
static bool is_around(planner *p, const site *s, const expr *e)
{
    const loop_var **vars;
    int count = expr_loop_vars(p->pool, e, &vars);
    for (int i = 0; i < count; i++) {
        bool is = false;
        for (int step = 0; step < s->depth; step++) {
            const loop_node *l = step_loop(&s->path[step]);
            is |= l && l->range.var == vars[i];
        }
        if (!is)
            return false;
    }
    return true;
}

/* Does the loop's variable say who that is, and no loop that is not around the site? */
static bool is_by_iteration(planner *p, const site *s, const home *h, const loop_node *l)
{
    bool is = false;
    for (int k = 0; k < h->grid->rank; k++) {
        if (!h->axis[k].is_restricted)
            continue;
        if (!is_around(p, s, h->axis[k].index))
            return false;
        is |= expr_mentions(h->axis[k].index, l->range.var);
    }
    return is;
}

/* What is added to elements that are known only at run time is added by who has what the iteration
 * is about: the owner of the first element that it reads, in this loop or one around it, whose
 * variable says which. */
static home home_of_iteration(planner *p, const site *s)
{
    for (int step = s->depth - 1; step >= 0; step--) {
        const loop_node *l = step_loop(&s->path[step]);
        int end = 0, first = l ? accesses_below(p, s, step, &end) : 0;
        for (int i = first; i < end; i++) {
            const access *a = &p->accesses.data[i];
            home other = home_of_reference(p, a->ref);
            if (!a->is_write && !reference_is_indirect(a->ref) && home_is_restricted(&other) &&
                is_by_iteration(p, s, &other, l))
                return other;
        }
    }
    return (home){0};
}

/* The owner of the left side; where that is known only at run time, the owner of the
 * first element that the right side reads, which sends the result on. */
static home home_of_write(planner *p, const site *at)
{
    const statement_node *s = &at->node->u.stmt;
    home h = home_of_reference(p, s->write);
    if (!map_of(p, s->write->var) || !reference_is_indirect(s->write))
        return h;
    for (int i = 0; i < s->read_count; i++) {
        home other = home_of_reference(p, s->reads[i]);
        if (home_is_restricted(&other) && !reference_is_indirect(s->reads[i]))
            return other;
    }
    return s->reduce && !home_is_restricted(&h) ? home_of_iteration(p, at) : h;
}

void partition_homes(planner *p)
{
    resolve_clauses(p, p->body);
    for (int i = 0; i < p->sites.count; i++) {
        site *s = &p->sites.data[i];
        if (s->node->kind != NODE_STATEMENT || !s->node->u.stmt.write)
            continue;
        s->own = home_of_write(p, s);
        s->has_own_home = home_is_restricted(&s->own);
    }
    /* Outer loops first: an inner reduction follows what encloses it. */
    for (int step = 0, deeper = 1; deeper; step++) {
        deeper = 0;
        for (int i = 0; i < p->sites.count; i++) {
            const site *s = &p->sites.data[i];
            if (s->depth <= step)
                continue;
            deeper = 1;
            const loop_node *l = step_loop(&s->path[step]);
            bool is_first = i == 0 || p->sites.data[i - 1].depth <= step ||
                            p->sites.data[i - 1].path[step].child != s->path[step].child;
            if (l && is_first)
                split_loop(p, s, step);
            const node *child = s->path[step].child;
            if (is_first && child->kind == NODE_WHILE && child->u.whil.stepped &&
                !is_enclosed_by_split(p, s, step))
                serial_note_uncounted(p, child, s, step);
        }
    }
    for (int i = 0; i < p->sites.count; i++)
        p->sites.data[i].at = effective_home(p, &p->sites.data[i]);
}
