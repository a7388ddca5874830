#include "plan/xmp/task_members.h"

#include "plan/analysis/section.h"
#include "plan/planner/owner.h"
#include "plan/planner/sites.h"

/* Who must be among those that execute a task, or that a clause `on` names. XcalableMP 1.2: the
 * nodes of a task, of a loop's `on` and of the clauses `on` are some of those that execute the
 * construct (sections 4.4.1, 4.4.3 and 4.5); a reflected array is mapped to nodes that all do
 * (4.5.1); and so does what a gmove reads, but for `in`, and assigns, but for `out` (4.5.2). Which
 * processors these are is known only at run time: the estimator compares them. */

typedef struct walk {
    planner *p;
    VEC(path_step) path;
    VEC(const void *) seen; /* loops whose iterations have been listed */
} walk;

/* The conditions around: numbers that are not 0 where `one` is executed. */
static void list_guards(planner *p, const site *s, member_check *one)
{
    VEC(const expr *) guards = {0};
    for (int i = 0; i + 1 < s->depth; i++) {
        const node *n = s->path[i].child;
        if (n->kind != NODE_IF)
            continue;
        const expr *condition = n->u.cond.condition;
        if (!condition || condition->uses_loop_var) {
            one->is_certain = false;
            continue;
        }
        if (s->path[i + 1].list != &n->u.cond.then_body)
            condition = expr_logic(p->pool, EXPR_NOT, condition, NULL);
        VEC_PUSH(p->arena, &guards, condition);
    }
    one->guard_count = guards.count;
    one->guards = guards.data;
}

static void list_ranges(planner *p, const site *s, int within, member_check *one)
{
    VEC(loop_range) ranges = {0};
    for (int i = 0; i < s->depth; i++) {
        const loop_node *l = step_loop(&s->path[i]);
        if (l)
            VEC_PUSH(p->arena, &ranges, l->range);
        one->is_certain &= !l || l->is_exact;
        if (i == within)
            one->outer_count = ranges.count;
    }
    one->range_count = ranges.count;
    one->ranges = ranges.data;
}

/* All that `h` is while the loops from step `first` on run; false: that is not known. */
static bool span_home(planner *p, const site *s, int first, home *h)
{
    for (int k = 0; h->grid && k < h->grid->rank; k++) {
        home_axis *axis = &h->axis[k];
        if (!axis->is_restricted || axis->last)
            continue;
        span t = span_of(p, s, first, &(subscript){SUBSCRIPT_VALUE, axis->index});
        if (!t.is_finite || t.unit)
            return false;
        axis->index = t.lower;
        axis->last = t.upper;
        axis->step = t.step;
    }
    return h->grid != NULL;
}

/* Lists `one` once for each task around, from the site's own step `end` outwards. */
static void require(walk *w, const site *s, int end, member_check one)
{
    planner *p = w->p;
    const home needed = one.needed;
    for (int i = end - 1; i >= 0; i--) {
        const node *n = s->path[i].child;
        if (n->kind != NODE_TASK || n->u.task.is_placement || !n->u.task.on.grid)
            continue;
        one.needed = needed;
        one.within = n->u.task.on;
        one.within_at = n->u.task.on_explicit->where;
        one.is_task = one.is_certain = true;
        if (!span_home(p, s, i + 1, &one.needed))
            continue;
        list_guards(p, s, &one);
        list_ranges(p, s, i, &one);
        VEC_PUSH(p->arena, &p->members, one);
    }
}

/* --- Clauses ------------------------------------------------------------------- */

/* Does the clause name each processor's own part of something? Then it names no other's. */
static bool is_own(const on_clause *on)
{
    bool any = on->nodes && on->nodes->own_count;
    for (int k = 0; k < MAX_RANK; k++)
        any |= on->is_own[k];
    return any;
}

/* All of some nodes: said of a part of them, it means those that are here, which the
 * front end warns of. */
static bool is_all_nodes(const on_clause *on)
{
    bool is_part = !on->nodes || on->is_section || on->nodes->of;
    for (int k = 0; k < MAX_RANK; k++)
        is_part |= on->index[k] != NULL;
    return !is_part;
}

static const char *clause_name(const on_clause *on)
{
    return on->nodes ? on->nodes->name : on->target ? on->target->name : on->ref->var->name;
}

static void require_clause(walk *w, const site *s, const on_clause *on, const home *named)
{
    if (on && named && named->grid && !is_own(on) && !is_all_nodes(on))
        require(w, s, s->depth - 1,
                (member_check){.where = on->where,
                               .role = MEMBER_CLAUSE,
                               .name = clause_name(on),
                               .needed = *named});
}

static void require_source(walk *w, const site *s, const xmp_comm_node *n)
{
    planner *p = w->p;
    if (!n->from_explicit || !n->from || is_own(n->from_explicit))
        return;
    member_check one = {.where = n->from_explicit->where,
                        .role = MEMBER_SOURCE,
                        .name = clause_name(n->from_explicit),
                        .needed = *n->from};
    require(w, s, s->depth - 1, one);
    if (!n->on_explicit || !n->on || is_own(n->on_explicit))
        return;
    one.within = *n->on;
    one.within_at = n->on_explicit->where;
    one.is_certain = true;
    list_guards(p, s, &one);
    list_ranges(p, s, s->depth - 1, &one);
    VEC_PUSH(p->arena, &p->members, one);
}

/* --- Statements ------------------------------------------------------------------ */

static void require_owners(walk *w, const site *s, const reference *ref, member_role role)
{
    if (!map_of(w->p, ref->var))
        return;
    require(w, s, s->depth,
            (member_check){.where = ref->where,
                           .role = role,
                           .name = ref->var->name,
                           .needed = home_of_reference(w->p, ref)});
}

static void require_moved(walk *w, const site *s, const move_node *move)
{
    const statement_node *st = &s->node->u.stmt;
    if (st->write && move->mode != GMOVE_OUT)
        require_owners(w, s, st->write, MEMBER_WRITTEN);
    for (int i = 0; i < st->read_count && move->mode != GMOVE_IN; i++)
        require_owners(w, s, st->reads[i], MEMBER_READ);
}

static void require_iterations(walk *w, const site *s, int step)
{
    const loop_node *l = &s->path[step].child->u.loop;
    for (int i = 0; i < w->seen.count; i++)
        if (w->seen.data[i] == l)
            return;
    VEC_PUSH(w->p->arena, &w->seen, l);
    if (!is_own(l->on_explicit))
        require(w, s, step,
                (member_check){.where = l->on_explicit->where,
                               .role = MEMBER_ITERATIONS,
                               .name = clause_name(l->on_explicit),
                               .needed = *l->on});
}

/* By what says who executes it: the gmove, or the innermost clause. */
static void require_statement(walk *w, const site *s)
{
    for (int i = s->depth - 1; i >= 0; i--) {
        const node *n = s->path[i].child;
        if (n->kind == NODE_GMOVE) {
            require_moved(w, s, &n->u.move);
            return;
        }
        if (n->kind == NODE_LOOP && n->u.loop.on && n->u.loop.on_explicit) {
            require_iterations(w, s, i);
            return;
        }
        if (n->kind == NODE_TASK)
            return;
    }
}

/* --- The walk ----------------------------------------------------------------------- */

static void require_parts(walk *w, const site *s)
{
    const variable *v = s->node->u.reflect.var;
    reference all = {.var = v};
    for (int d = 0; d < v->rank; d++)
        all.sub[d].kind = SUBSCRIPT_WHOLE;
    if (map_of(w->p, v))
        require(w, s, s->depth,
                (member_check){.where = s->node->where,
                               .role = MEMBER_REFLECTED,
                               .name = v->name,
                               .needed = home_of_reference(w->p, &all)});
}

static void visit(walk *w, const site *s)
{
    node *n = s->node;
    switch (n->kind) {
    case NODE_STATEMENT:
        require_statement(w, s);
        return;
    case NODE_REFLECT:
        require_parts(w, s);
        return;
    case NODE_BCAST:
        require_source(w, s, &n->u.xmp_comm);
        require_clause(w, s, n->u.xmp_comm.on_explicit, n->u.xmp_comm.on);
        return;
    case NODE_REDUCE:
    case NODE_BARRIER:
    case NODE_WAIT:
        if (!n->u.xmp_comm.is_of_loop)
            require_clause(w, s, n->u.xmp_comm.on_explicit, n->u.xmp_comm.on);
        return;
    case NODE_TASK:
        if (!n->u.task.is_placement)
            require_clause(w, s, n->u.task.on_explicit, &n->u.task.on);
        return;
    case NODE_LOOP:
    case NODE_WHILE:
    case NODE_IF:
    case NODE_CALL:
    case NODE_COMM:
    case NODE_COLLECTIVE:
    case NODE_POST:
    case NODE_WAIT_POST:
    case NODE_PUT:
    case NODE_GET:
    case NODE_GMOVE:
    case NODE_REMAP:
    case NODE_BREAK:
    case NODE_RETURN:
        return;
    }
}

static void walk_list(walk *w, node **list)
{
    int index = 0;
    for (node *n = *list; n; n = n->next, index++) {
        VEC_PUSH(w->p->arena, &w->path, ((path_step){.list = list, .child = n, .index = index}));
        site s = {.node = n, .depth = w->path.count, .path = w->path.data};
        visit(w, &s);
        node **lists[2];
        for (int i = 0, count = node_lists(n, lists); i < count; i++)
            walk_list(w, lists[i]);
        w->path.count--;
    }
}

void members_check(planner *p)
{
    walk w = {.p = p};
    walk_list(&w, &p->body);
}
