#include "plan/remap/remap.h"

#include "plan/normalize/inline.h"
#include "plan/normalize/temporary.h"
#include "plan/remap/redundant.h"

/* Walks the tree with the mappings that hold at each place, binds each reference to
 * the version of its array that is there, and makes copies of what remaps.
 *
 * What runs repeatedly must find the same mappings each time. Remappings say where to,
 * not from where: so what one iteration leaves, all later ones leave, too. A loop whose
 * first iteration finds something else is divided into that one and the others. */

/* --- What is wrong ------------------------------------------------------------------ */

static void note_remapping(diag *d, const char *name, source_range by)
{
    if (by.file)
        diag_note(d, by, "'%s' is mapped anew here", name);
}

bool remap_check_join(remapper *r, const mapping_state *a, const mapping_state *b,
                      source_range where, const char *join, const char *remedy)
{
    source_range by = {0};
    const char *name = state_difference(r, a, b, &by);
    if (!name)
        return true;
    if (!r->is_dry)
        note_remapping(diag_report(r->p->ctx->diags, DIAG_ERROR, "mappings-differ", where,
                                   "'%s' is distributed in two ways %s; %s", name, join, remedy),
                       name, by);
    return false;
}

bool remap_check_undivided(remapper *r, source_range where, const char *what)
{
    if (!r->dividing || r->is_dry)
        return !r->dividing;
    diag *d = diag_report(r->p->ctx->diags, DIAG_ERROR, "remap-in-parallel", where,
                          "%s within a loop whose iterations are divided among the processors; "
                          "all processors take part in it: move it out of the loop",
                          what);
    diag_note(d, r->dividing->where, "this loop is declared parallel");
    return false;
}

static bool has_mapped_formal(const function *f)
{
    for (int i = 0; i < f->formal_count; i++)
        if (f->formals[i] && f->formals[i]->align)
            return true;
    return false;
}

/* Does anything below change a mapping? */
static bool has_remaps(const node *list)
{
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        if (n->kind == NODE_REMAP || (n->kind == NODE_CALL && has_mapped_formal(n->u.call.callee)))
            return true;
        for (int i = node_below(n, lists); i-- > 0;)
            if (has_remaps(lists[i]))
                return true;
    }
    return false;
}

/* --- Remappings ----------------------------------------------------------------------- */

/* Has a realign taken the array from the template that a redistribute of it means? */
static bool is_realigned(remapper *r, const mapping_state *s, const node *n)
{
    const remap_node *remap = &n->u.remap;
    const alignment *now = s->align[remap->var->id];
    if (remap->is_formal || !now || now->target == remap->target)
        return false;
    if (r->is_dry)
        return true;
    diag *d = diag_report(r->p->ctx->diags, DIAG_ERROR, "redistribute", n->where,
                          "'%s' is aligned with '%s' here, and moves with it: redistribute that, "
                          "or realign '%s'",
                          remap->var->name, now->target->name, remap->var->name);
    note_remapping(d, remap->var->name, s->by[remap->var->id]);
    return true;
}

static node *walk_remap(remapper *r, node *n, mapping_state *s)
{
    const remap_node *remap = &n->u.remap;
    move_list moves = {0};
    if (!remap_check_undivided(r, n->where,
                               remap->target ? "'redistribute' stands" : "'realign' stands"))
        return NULL;
    if (remap->target && remap->var && is_realigned(r, s, n))
        return NULL;
    if (remap->target)
        s->target[remap->target->id] =
            map_substitute(r, r->layout->redistributed[remap->redistribution]);
    if (remap->var)
        s->align[remap->var->id] = align_substitute(r, remap->align);
    state_solve(r, s, remap->target, remap->var, n->where, &moves);
    return r->is_dry ? NULL : remap_copies(r, &moves, n->where);
}

/* --- Branches -------------------------------------------------------------------------- */

static void walk_if(remapper *r, node *n, mapping_state *s)
{
    mapping_state other = state_copy(r, s);
    remap_walk_list(r, &n->u.cond.then_body, s);
    remap_walk_list(r, &n->u.cond.else_body, &other);
    if (s->is_dead)
        *s = other;
    else if (!other.is_dead)
        remap_check_join(r, s, &other, n->where, "after this condition",
                         "redistribute it in the other branch, too, or after both");
}

/* --- Loops ------------------------------------------------------------------------------- */

static bool is_repeated(const node *n)
{
    return n->kind == NODE_LOOP || n->kind == NODE_WHILE;
}

static node **body_of(node *n)
{
    return n->kind == NODE_LOOP ? &n->u.loop.body : &n->u.whil.body;
}

static void walk_body(remapper *r, node *n, mapping_state *s)
{
    const node *outer = r->dividing;
    if (n->kind == NODE_LOOP && n->u.loop.parallel != LOOP_UNSAID)
        r->dividing = n;
    remap_walk_list(r, body_of(n), s);
    r->dividing = outer;
}

/* The mappings after one more iteration. */
static mapping_state after_iteration(remapper *r, node *n, const mapping_state *s)
{
    mapping_state out = state_copy(r, s);
    bool was_dry = r->is_dry;
    int leaves = r->leaves.count, returns = r->returns.count;
    r->is_dry = true;
    walk_body(r, n, &out);
    r->is_dry = was_dry;
    r->leaves.count = leaves;
    r->returns.count = returns;
    return out;
}

/* Makes of the loop its first iteration, if it has one, and of `rest` the others.
 * Returns how often it runs in all. */
static const expr *peel(planner *p, node *first, node *rest)
{
    const expr *zero = expr_int(p->pool, 0), *one = expr_int(p->pool, 1);
    if (first->kind == NODE_WHILE) {
        const expr *trips = first->u.whil.trips;
        first->u.whil.piece = LOOP_FIRST;
        rest->u.whil.piece = LOOP_REST;
        first->u.whil.trips = expr_min(p->pool, trips, one);
        rest->u.whil.trips = expr_max(p->pool, expr_sub(p->pool, trips, one), zero);
        return trips;
    }
    first->u.loop.piece = LOOP_FIRST;
    rest->u.loop.piece = LOOP_REST;
    loop_range *a = &first->u.loop.range, *b = &rest->u.loop.range;
    const expr *trips = expr_trips(p->pool, a->lower, a->upper, a->step);
    int64_t step = 0;
    if (expr_is_int(a->step, &step) && step > 0)
        a->upper = expr_min(p->pool, a->lower, a->upper);
    else if (expr_is_int(a->step, &step) && step < 0)
        a->upper = expr_max(p->pool, a->lower, a->upper);
    else
        a->upper = expr_select(p->pool, expr_logic(p->pool, EXPR_LT, trips, one),
                               expr_sub(p->pool, a->lower, a->step), a->lower);
    b->lower = expr_add(p->pool, b->lower, b->step);
    first->u.loop.trips = expr_trips(p->pool, a->lower, a->upper, a->step);
    rest->u.loop.trips = expr_trips(p->pool, b->lower, b->upper, b->step);
    return trips;
}

/* A loop that does not run leaves the arrays where they are; what follows expects them
 * where it puts them. */
static node *moves_without(remapper *r, const expr *trips, const mapping_state *before,
                           const mapping_state *after, source_range where)
{
    move_list moves = {0};
    for (int v = 0; v < r->p->program->variable_count; v++)
        if (before->at[v] != after->at[v])
            VEC_PUSH(r->p->arena, &moves, ((move){before->at[v], after->at[v]}));
    if (trips->at_least >= 1 || moves.count == 0)
        return NULL;
    node *n = node_new_made(r->p->ctx, NODE_IF, where);
    n->u.cond.condition = expr_logic(r->p->pool, EXPR_LT, trips, expr_int(r->p->pool, 1));
    n->u.cond.then_body = remap_copies(r, &moves, where);
    return n;
}

static void check_leaves(remapper *r, int from, const mapping_state *after)
{
    for (int i = from; i < r->leaves.count; i++)
        remap_check_join(r, &r->leaves.data[i].state, after, r->leaves.data[i].where,
                         "after the loop that this leaves",
                         "redistribute it before the 'break', too");
    r->leaves.count = from;
}

/* Walks the loop; returns the last of the nodes that are there instead. */
static node *walk_loop(remapper *r, node *n, mapping_state *s)
{
    if (!has_remaps(*body_of(n))) {
        walk_body(r, n, s);
        return n;
    }
    int leaves = r->leaves.count;
    bool was_dead = s->is_dead;
    mapping_state before = state_copy(r, s), after = after_iteration(r, n, s);
    source_range by = {0};
    if (after.is_dead || !state_difference(r, &before, &after, &by)) {
        if (!r->is_dry)
            walk_body(r, n, s);
        *s = before;
        check_leaves(r, leaves, s);
        return n;
    }
    *s = after;
    s->is_dead = was_dead;
    if (r->is_dry)
        return n;
    node alone = *n, *rest;
    alone.next = NULL;
    rest = instance_substitute(r->p, &alone, &(expr_substitution){0});
    const expr *trips = peel(r->p, n, rest);
    mapping_state first = state_copy(r, &before), others = state_copy(r, &after);
    remap_bind(r, s, rest);
    walk_body(r, n, &first);
    walk_body(r, rest, &others);
    check_leaves(r, leaves, &after);
    rest->next = n->next;
    n->next = rest;
    node *without = moves_without(r, trips, &before, &after, n->where);
    if (!without)
        return rest;
    without->next = rest->next;
    rest->next = without;
    return without;
}

/* --- The tree --------------------------------------------------------------------------------- */

static void walk_jump(remapper *r, const node *n, mapping_state *s)
{
    const jump from = {state_copy(r, s), n->where};
    if (n->kind == NODE_RETURN)
        VEC_PUSH(r->p->arena, &r->returns, from);
    else
        VEC_PUSH(r->p->arena, &r->leaves, from);
    s->is_dead = true;
}

/* Walks the node; returns the last of those that are there instead. */
static node *walk_node(remapper *r, node *n, mapping_state *s)
{
    remap_bind(r, s, n);
    if (is_repeated(n))
        return walk_loop(r, n, s);
    if (n->kind == NODE_IF)
        walk_if(r, n, s);
    else if (n->kind == NODE_CALL)
        remap_walk_call(r, n, s);
    else if (n->kind == NODE_GMOVE)
        remap_walk_list(r, &n->u.move.body, s);
    else if (n->kind == NODE_TASK)
        remap_walk_list(r, &n->u.task.body, s);
    else if (n->kind == NODE_RETURN || n->kind == NODE_BREAK)
        walk_jump(r, n, s);
    return n;
}

void remap_walk_list(remapper *r, node **list, mapping_state *s)
{
    for (node **at = list; *at;) {
        node *n = *at;
        if (n->kind != NODE_REMAP) {
            at = &walk_node(r, n, s)->next;
            continue;
        }
        node *copies = walk_remap(r, n, s);
        if (r->is_dry) {
            at = &n->next;
            continue;
        }
        *at = n->next;
        if (copies) {
            node *next = *at;
            *at = copies;
            while (*at)
                at = &(*at)->next;
            *at = next;
        }
    }
}

void remaps_lower(planner *p, const function *entry, bool moves_all)
{
    if (p->program->spelling == DIALECT_XMP || !has_remaps(p->body)) {
        remap_leave_breaks(p);
        return;
    }
    int errors = diag_errors_reported(p->ctx->diags);
    const frame outermost = {.callee = entry};
    remapper r = {.p = p, .layout = p->layout, .frame = &outermost};
    r.places = ARENA_ARRAY(p->arena, p->program->variable_count + 1, placed *);
    mapping_state s = state_declared(&r);
    remap_walk_list(&r, &p->body, &s);
    if (moves_all || diag_errors_reported(p->ctx->diags) > errors)
        remap_leave_breaks(p);
    else
        remap_leave_out(&r, &s);
    temporaries_place(p);
}
