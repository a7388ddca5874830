#include "plan/normalize/forall_split.h"

/* A forall as independent nests. Each assignment has a nest of its own, in their
 * order, as the statements of a forall are executed. One that reads what it writes
 * computes into a temporary that is mapped as the array is, and copies; and a mask
 * that an assignment under it might change is kept from before. */

#include <string.h>

#include "plan/normalize/forall.h"
#include "plan/normalize/inline.h"
#include "plan/normalize/temporary.h"
#include "plan/planner/owner.h"

static const reference *write_of(const forall_unit *u)
{
    return u->last->kind == NODE_STATEMENT ? u->last->u.stmt.write : NULL;
}

/* --- Temporaries --------------------------------------------------------------- */

static bool covers(const forall_nest *nest, const reference *ref)
{
    for (int i = 0; i < nest->depth; i++) {
        bool is_used = false;
        for (int d = 0; d < ref->var->rank; d++)
            is_used |= ref->sub[d].kind == SUBSCRIPT_VALUE &&
                       expr_mentions(ref->sub[d].value, nest->loop[i]->u.loop.range.var);
        if (!is_used)
            return false;
    }
    return !reference_is_indirect(ref);
}

/* What a temporary for the unit should be mapped like: what it assigns; where that is known
 * only at run time, the first thing that it reads of which each iteration has an
 * element; null: there is none. */
static const reference *place_of(planner *p, const forall_nest *nest, const forall_unit *u)
{
    const statement_node *s = &u->last->u.stmt;
    if (!reference_is_indirect(s->write))
        return s->write;
    for (int i = 0; i < s->read_count; i++)
        if (map_of(p, s->reads[i]->var) && covers(nest, s->reads[i]))
            return s->reads[i];
    return NULL;
}

/* An element for each iteration, everywhere. */
static const reference *by_iteration(planner *p, const forall_nest *nest, const variable *of,
                                     const char *name)
{
    const expr *extent[MAX_RANK];
    int rank = nest->depth < MAX_RANK ? nest->depth : MAX_RANK;
    reference *ref = ARENA_NEW(p->arena, reference);
    for (int k = 0; k < rank; k++) {
        const loop_range *r = &nest->loop[k]->u.loop.range;
        const expr *ahead = expr_sub(p->pool, expr_loop_var(p->pool, r->var), r->lower);
        extent[k] = expr_trips(p->pool, r->lower, r->upper, r->step);
        ref->sub[k] = (subscript){SUBSCRIPT_VALUE, expr_floor_div(p->pool, ahead, r->step)};
    }
    ref->var = temporary_of_shape(p, of, rank, extent, name);
    return ref;
}

static const reference *new_temporary(planner *p, const forall_nest *nest, const forall_unit *u,
                                      bool is_mask)
{
    const reference *write = write_of(u), *place = place_of(p, nest, u);
    const char *name =
        intern(p->ctx->names, arena_printf(p->arena, "%s of %s", is_mask ? "mask" : "temporary",
                                           write->var->name));
    reference *ref = arena_copy(p->arena, write, sizeof *ref);
    if (!place) {
        const reference *kept = by_iteration(p, nest, write->var, name);
        ref->var = kept->var;
        memcpy(ref->sub, kept->sub, sizeof ref->sub);
        return ref;
    }
    memcpy(ref->sub, place->sub, sizeof ref->sub);
    ref->var = is_mask ? temporary_mask(p, place->var, name) : temporary_like(p, place->var, name);
    return ref;
}

/* --- Nests ---------------------------------------------------------------------- */

typedef struct split {
    planner *p;
    forall_nest *nest;
    node *head, *tail;
} split;

/* Copies of the nodes from `first` up to `last`, ended by `end`. */
static node *copy_before(split *s, const node *first, const node *last, node *end)
{
    node *head = NULL, *tail = NULL;
    for (; first != last; first = first->next) {
        node *n = arena_copy(s->p->arena, first, sizeof *n);
        n->next = NULL;
        node_append(&head, &tail, n);
    }
    node_append(&head, &tail, end);
    return head;
}

static node *guarded(split *s, const forall_guard *g, node *body)
{
    node *n = arena_copy(s->p->arena, g->test, sizeof *n);
    n->next = NULL;
    n->u.cond.then_body = g->is_else ? NULL : body;
    n->u.cond.else_body = g->is_else ? body : NULL;
    if (!g->mask)
        return copy_before(s, g->first, g->test, n);
    const reference **read = ARENA_ARRAY(s->p->arena, 1, const reference *);
    read[0] = g->mask;
    n->u.cond.reads = read;
    n->u.cond.read_count = 1;
    n->u.cond.condition = NULL;
    n->u.cond.ops = (op_tally){0};
    n->u.cond.ops.n[OP_LOAD] = n->u.cond.ops.n[OP_INT_COMPARE] = 1;
    return n;
}

/* Appends a nest of its own around a body, under the first `guards` guards of u. */
static void add_nest(split *s, const forall_unit *u, int guards, node *body)
{
    planner *p = s->p;
    int depth = s->nest->depth;
    const loop_var **vars = ARENA_ARRAY(p->arena, depth, const loop_var *);
    const loop_var **fresh = ARENA_ARRAY(p->arena, depth, const loop_var *);
    const expr **with = ARENA_ARRAY(p->arena, depth, const expr *);
    for (int i = guards; i-- > 0;)
        body = guarded(s, &s->nest->guards.data[u->guard[i]], body);
    for (int i = 0; i < depth; i++) {
        vars[i] = s->nest->loop[i]->u.loop.range.var;
        fresh[i] = expr_new_loop_var(p->pool, vars[i]->name, vars[i]->where);
        with[i] = expr_loop_var(p->pool, fresh[i]);
    }
    for (int i = depth; i-- > 0;) {
        node *loop = arena_copy(p->arena, s->nest->loop[i], sizeof *loop);
        loop->next = NULL;
        loop->u.loop.body = body;
        body = loop;
    }
    expr_substitution renamed = {.count = depth, .vars = vars, .with = with};
    node *clone = instance_substitute(p, body, &renamed);
    node *loop = clone;
    for (int i = 0; i < depth; i++, loop = loop->u.loop.body)
        loop->u.loop.range.var = fresh[i];
    node_append(&s->head, &s->tail, clone);
}

static node *new_statement(split *s, const node *like, const reference *write)
{
    node *n = arena_copy(s->p->arena, like, sizeof *n);
    n->next = NULL;
    n->u.stmt.write = write;
    return n;
}

static node *copy_statement(split *s, const node *like, const reference *to, const reference *from)
{
    node *n = new_statement(s, like, to);
    const reference **read = ARENA_ARRAY(s->p->arena, 1, const reference *);
    read[0] = from;
    n->u.stmt.reads = read;
    n->u.stmt.read_count = 1;
    n->u.stmt.scalar_read_count = 0;
    n->u.stmt.path_count = 0;
    n->u.stmt.ops = (op_tally){0};
    n->u.stmt.ops.n[OP_LOAD] = n->u.stmt.ops.n[OP_STORE] = 1;
    return n;
}

/* --- Masks ------------------------------------------------------------------------ */

/* May an assignment under the guard change what its condition says? */
static bool is_changed(split *s, int guard)
{
    for (int i = 0; i < s->nest->units.count; i++) {
        const forall_unit *u = &s->nest->units.data[i];
        for (int k = 0; k < u->guard_count; k++)
            if (u->guard[k] == guard && write_of(u) &&
                forall_guard_reads(s->p, s->nest, write_of(u), &s->nest->guards.data[guard], true))
                return true;
    }
    return false;
}

/* Both branches of one test have one mask. */
static const reference *mask_of(split *s, const node *test)
{
    for (int i = 0; i < s->nest->guards.count; i++)
        if (s->nest->guards.data[i].test == test && s->nest->guards.data[i].mask)
            return s->nest->guards.data[i].mask;
    return NULL;
}

/* Keeps the masks that the unit stands under: those that do not stay what they are,
 * or all. */
static void keep_masks(split *s, const forall_unit *u, bool all)
{
    for (int k = 0; k < u->guard_count; k++) {
        forall_guard *g = &s->nest->guards.data[u->guard[k]];
        if (g->mask || !write_of(u) || !(all || is_changed(s, u->guard[k]) || mask_of(s, g->test)))
            continue;
        g->mask = mask_of(s, g->test);
        if (g->mask)
            continue;
        const if_node *test = &g->test->u.cond;
        node *n = node_new(s->p->ctx, NODE_STATEMENT, g->test->where);
        const reference *mask = new_temporary(s->p, s->nest, u, true);
        n->u.stmt.write = mask;
        n->u.stmt.reads = test->reads;
        n->u.stmt.read_count = test->read_count;
        n->u.stmt.ops = test->ops;
        n->u.stmt.ops.n[OP_STORE]++;
        add_nest(s, u, k, copy_before(s, g->first, g->test, n));
        g->mask = mask;
    }
}

/* --- The whole --------------------------------------------------------------------- */

static void split_unit(split *s, const forall_unit *u)
{
    planner *p = s->p;
    const reference *write = write_of(u);
    keep_masks(s, u, false);
    if (!write || !forall_unit_reads(p, s->nest, write, u)) {
        node *last =
            write ? new_statement(s, u->last, write) : arena_copy(p->arena, u->last, sizeof *last);
        last->next = NULL;
        add_nest(s, u, u->guard_count, copy_before(s, u->first, u->last, last));
        return;
    }
    const reference *to = new_temporary(p, s->nest, u, false);
    add_nest(s, u, u->guard_count,
             copy_before(s, u->first, u->last, new_statement(s, u->last, to)));
    add_nest(s, u, u->guard_count, copy_statement(s, u->last, write, to));
    diag_report(p->ctx->diags, DIAG_REMARK, "temporary", u->last->where,
                "'%s' is read where this assigns it: all right sides are computed into a "
                "temporary first, and copied from there",
                write->var->name);
}

/* One assignment that reads nothing that it writes may stay as it is. */
static bool is_independent(planner *p, const forall_nest *nest)
{
    if (nest->units.count != 1)
        return nest->units.count == 0;
    const forall_unit *only = &nest->units.data[0];
    const reference *write = write_of(only);
    bool is_disturbed = write && forall_unit_reads(p, nest, write, only);
    for (int i = 0; i < nest->guards.count && write; i++)
        is_disturbed |= nest->guards.data[i].mask ||
                        forall_guard_reads(p, nest, write, &nest->guards.data[i], false);
    return !is_disturbed;
}

/* What runs in place of the nest. */
static node *split_nest(planner *p, forall_nest *nest)
{
    split s = {.p = p, .nest = nest};
    if (is_independent(p, nest))
        return nest->loop[0];
    for (int i = 0; i < nest->units.count; i++)
        split_unit(&s, &nest->units.data[i]);
    return s.head;
}

/* --- Nests one after another ---------------------------------------------------------- */

/* May an assignment of the nest change what the guard, of another nest, reads? Their
 * loops are others: any element may be the same. */
static bool changes_mask(planner *p, const forall_nest *nest, const forall_guard *g)
{
    for (int i = 0; i < nest->units.count; i++) {
        const reference *write = write_of(&nest->units.data[i]);
        for (int k = 0; write && k < g->test->u.cond.read_count; k++) {
            const reference *read = g->test->u.cond.reads[k];
            if (forall_conflicts(p, nest, write, read, true))
                return true;
        }
    }
    return false;
}

/* The masks of `elsewhere` that the nest before it would change: the nests that
 * keep them. */
static node *masks_before(planner *p, const forall_nest *nest, forall_nest *elsewhere)
{
    split s = {.p = p, .nest = elsewhere};
    bool changed = false;
    for (int i = 0; i < elsewhere->guards.count; i++)
        changed |= changes_mask(p, nest, &elsewhere->guards.data[i]);
    for (int i = 0; changed && i < elsewhere->units.count; i++)
        keep_masks(&s, &elsewhere->units.data[i], true);
    return s.head;
}

static bool is_elsewhere(const node *n)
{
    return n && n->kind == NODE_LOOP && n->u.loop.parallel == LOOP_FORALL && n->u.loop.is_elsewhere;
}

/* A nest, with those of `elsewhere` after it: what runs in their place; *rest is
 * what follows them. Null after a diagnostic. */
static node *nests_lower(planner *p, node *n, node **rest)
{
    VEC(forall_nest) nests = {0};
    node *head = NULL, *tail = NULL;
    bool is_right = true;
    do {
        forall_nest nest;
        node *next = n->next;
        is_right &= forall_read(p, n, &nest);
        for (int i = 0; i < nest.depth; i++)
            nest.loop[i]->u.loop.parallel = LOOP_INDEPENDENT;
        n->next = NULL;
        VEC_PUSH(p->arena, &nests, nest);
        n = next;
    } while (is_elsewhere(n));
    *rest = n;
    for (int i = 0; is_right && i < nests.count; i++)
        for (int k = i + 1; k < nests.count; k++) {
            node *masks = masks_before(p, &nests.data[i], &nests.data[k]);
            if (masks)
                node_append(&head, &tail, masks);
            for (; masks; masks = masks->next)
                masks->u.loop.is_of_forall = true;
        }
    for (int i = 0; is_right && i < nests.count; i++) {
        const node *whole = nests.data[i].loop[0];
        node *parts = split_nest(p, &nests.data[i]);
        node_append(&head, &tail, parts);
        for (; parts && (parts != whole || nests.count > 1); parts = parts->next)
            parts->u.loop.is_of_forall = true;
    }
    return head;
}

static void walk(planner *p, node **list)
{
    for (node **at = list; *at;) {
        node *n = *at, **lists[2], *rest = n->next;
        if (n->kind != NODE_LOOP || n->u.loop.parallel != LOOP_FORALL) {
            for (int i = node_lists(n, lists); i-- > 0;)
                walk(p, lists[i]);
            at = &n->next;
            continue;
        }
        node *by = nests_lower(p, n, &rest);
        *at = by ? by : n;
        while ((*at)->next)
            at = &(*at)->next;
        (*at)->next = rest;
        at = &(*at)->next;
    }
}

void foralls_lower(planner *p)
{
    walk(p, &p->body);
    temporaries_place(p);
}
