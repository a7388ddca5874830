#include "plan/planner.h"

#include <stdlib.h>

/* HPF's `independent` is a promise, and is kept to: its iterations are divided whatever
 * they do. What surely breaks it is said (HPF 2.0, section 5.1: no iteration assigns
 * what another one reads or assigns). */

static const loop_node *promised(const node *n)
{
    bool is_so = n->kind == NODE_LOOP && n->u.loop.parallel == LOOP_INDEPENDENT;
    return is_so ? &n->u.loop : NULL;
}

static void report(planner *p, const loop_node *l, source_range where, const char *text)
{
    diag *d = diag_report(p->ctx->diags, DIAG_WARNING, "not-independent", where, "%s", text);
    diag_note(d, l->directive,
              "the promise is kept to: iterations read what was there before all of them");
}

/* --- Scalars ---------------------------------------------------------------------- */

static void check_scalars(planner *p, const node *loop, node *list)
{
    for (node *n = list; n; n = n->next) {
        node **inside[2];
        const statement_node *s = n->kind == NODE_STATEMENT ? &n->u.stmt : NULL;
        if (s && s->scalar && !s->reduce && !scalar_is_free(loop, s->scalar))
            report(p, &loop->u.loop, n->where,
                   arena_printf(p->arena,
                                "'%s' goes from one iteration to the next, so that they are not "
                                "independent; reduce it, or compute it from the loop's variable",
                                s->scalar->name));
        int count = node_lists(n, inside);
        for (int i = 0; i < count; i++)
            check_scalars(p, loop, *inside[i]);
    }
}

/* --- Arrays ----------------------------------------------------------------------- */

/* Is the place reached in every iteration of the loop at `step`? */
static bool is_certain(const site *s, int step)
{
    for (int i = step; i < s->depth; i++) {
        const node *n = s->path[i].child;
        if (n->kind == NODE_IF || n->kind == NODE_WHILE ||
            (n->kind == NODE_LOOP && !n->u.loop.is_exact))
            return false;
    }
    return true;
}

static int step_of(const site *s, const loop_node *l)
{
    for (int i = 0; i < s->depth; i++)
        if (step_loop(&s->path[i]) == l)
            return i;
    return -1;
}

/* How many iterations of `l` later does `b` reach what `a` reaches; 0: the same one, or
 * none for certain. Loops inside stand still. */
static int64_t distance(planner *p, const loop_node *l, const reference *a, const reference *b)
{
    int64_t found = 0;
    for (int d = 0; d < a->var->rank; d++) {
        const expr *c = NULL, *first = NULL, *other_c = NULL, *second = NULL;
        int64_t times, apart, step;
        if (a->sub[d].kind != SUBSCRIPT_VALUE || b->sub[d].kind != SUBSCRIPT_VALUE)
            return 0;
        if (a->sub[d].value == b->sub[d].value && !expr_mentions(a->sub[d].value, l->range.var))
            continue;
        if (!expr_affine(p->pool, a->sub[d].value, l->range.var, &c, &first) ||
            !expr_affine(p->pool, b->sub[d].value, l->range.var, &other_c, &second) ||
            c != other_c || !expr_is_int(c, &times) || !expr_is_int(l->range.step, &step) ||
            !expr_is_int(expr_sub(p->pool, first, second), &apart) || times * step == 0 ||
            apart % (times * step) != 0)
            return 0;
        int64_t here = apart / (times * step);
        if (here == 0 || (found != 0 && here != found))
            return 0;
        found = here;
    }
    return found;
}

/* Does the loop run for so many iterations, as far as that is known? */
static bool runs_beyond(const loop_node *l, int64_t count)
{
    int64_t trips;
    return !l->trips || !expr_is_int(l->trips, &trips) || trips > llabs(count);
}

static void check_pair(planner *p, const loop_node *l, const access *w, const access *other)
{
    const site *a = &p->sites.data[w->site], *b = &p->sites.data[other->site];
    int i = step_of(a, l), k = step_of(b, l);
    if (i < 0 || k < 0 || !is_certain(a, i) || !is_certain(b, k) ||
        array_is_private(a, i, w->ref->var))
        return;
    int64_t apart = distance(p, l, w->ref, other->ref);
    if (apart == 0 || !runs_beyond(l, apart))
        return;
    report(p, l, other->ref->where,
           arena_printf(p->arena,
                        "this element of '%s' is assigned by another iteration, so that they are "
                        "not independent; leave out the directive, or say 'forall'",
                        w->ref->var->name));
}

/* An element that several iterations assign, and do not only add to. */
static void check_write(planner *p, const loop_node *l, const access *w)
{
    const site *s = &p->sites.data[w->site];
    int step = step_of(s, l);
    bool is_reduced = s->node->kind == NODE_STATEMENT && s->node->u.stmt.reduce;
    if (step < 0 || is_reduced || w->ref->var->formal_index >= 0 || !is_certain(s, step) ||
        array_is_private(s, step, w->ref->var) || reference_is_indirect(w->ref))
        return;
    bool surely;
    const char *apart = writes_collide(p, &l, 1, w->ref, &surely);
    if (apart && surely)
        report(p, l, w->ref->where,
               arena_printf(p->arena,
                            "iterations that differ in %s assign the same element of '%s', so "
                            "that they are not independent; give each its own, or name '%s' in "
                            "new(..)",
                            apart, w->ref->var->name, w->ref->var->name));
}

static void check_loop(planner *p, const loop_node *l)
{
    for (int i = 0; i < p->accesses.count; i++) {
        const access *w = &p->accesses.data[i];
        if (w->is_write)
            check_write(p, l, w);
        for (int k = 0; w->is_write && k < p->accesses.count; k++) {
            const access *other = &p->accesses.data[k];
            bool is_pair = other->ref->var == w->ref->var && (!other->is_write || k < i);
            if (is_pair)
                check_pair(p, l, w, other);
        }
    }
}

static void check_list(planner *p, node *list)
{
    for (node *n = list; n; n = n->next) {
        node **inside[2];
        const loop_node *l = promised(n);
        if (l) {
            check_scalars(p, n, l->body);
            check_loop(p, l);
        }
        int count = node_lists(n, inside);
        for (int i = 0; i < count; i++)
            check_list(p, *inside[i]);
    }
}

void independents_check(planner *p)
{
    if (p->program->spelling != DIALECT_HPF)
        return;
    sites_collect(p);
    check_list(p, p->body);
    p->sites.count = p->accesses.count = p->scalars.count = p->reducing.count = 0;
}
