#include "plan/normalize/scalar_expand.h"

/* Scalars that a divided loop carries from iteration to iteration:
 *
 *   for (k = 0; k < n; k++) { b[k] = f(s); s = g(b[k], s); }
 *
 * Every processor has a scalar, so each would be sent every b[k], one by one. (What
 * the loop only reads is sent before it, all at once.) Instead, the values that s
 * takes become an array that is mapped as b is (scalar expansion: Padua and Wolfe,
 * "Advanced compiler optimizations for supercomputers", 1986). The loop is then a
 * recurrence in an array, which loop/pipeline.c knows:
 *
 *   for (k = 0; k < n; k++) {
 *       if (0 < k) t = S[k - 1]; else t = s;     t is private to the iteration
 *       b[k] = f(t); t = g(b[k], t);
 *       S[k] = t;
 *   }
 *   s = S[n - 1];                                unless s is not live-out */

#include <string.h>

#include "plan/analysis/scalar.h"
#include "plan/normalize/temporary.h"
#include "plan/planner/owner.h"

typedef struct carried {
    planner *p;
    node *loop;
    const reference *beside; /* what an iteration writes on its executing processor */
    /* Scalars computed from what iterations compute there. */
    VEC(const variable *) derived;
} carried;

/* --- Is it such a loop? ------------------------------------------------------------ */

/* Does the reference's owner change with the loop, in a way known to all? */
static bool moves_with(planner *p, const reference *ref, const loop_var *v)
{
    const expr *c = NULL, *rest = NULL;
    bool is_known_flow = ref->var->id < p->program->variable_count; /* not one of this pass */
    if (!is_known_flow || !map_of(p, ref->var) || reference_is_indirect(ref))
        return false;
    home h = home_of_reference(p, ref);
    for (int k = 0; k < h.grid->rank; k++)
        if (h.axis[k].is_restricted && expr_mentions(h.axis[k].index, v))
            return expr_affine(p->pool, h.axis[k].index, v, &c, &rest);
    return false;
}

static bool writes_array(const node *list, const variable *v)
{
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        if (n->kind == NODE_STATEMENT && n->u.stmt.write && n->u.stmt.write->var == v)
            return true;
        for (int i = node_below(n, lists); i-- > 0;)
            if (writes_array(lists[i], v))
                return true;
    }
    return false;
}

static bool reads_result(const carried *c, int count, const reference *const *reads)
{
    const loop_node *l = &c->loop->u.loop;
    for (int i = 0; i < count; i++)
        if (moves_with(c->p, reads[i], l->range.var) && writes_array(l->body, reads[i]->var))
            return true;
    return false;
}

static bool is_derived(const carried *c, const variable *v)
{
    for (int i = 0; i < c->derived.count; i++)
        if (c->derived.data[i] == v)
            return true;
    return false;
}

/* Adds the scalars that the list makes of what the loop computes where the
 * iteration's home is, or sets where that decides; `under`: it decides about all of them. */
static void find_derived(carried *c, const node *list, bool under)
{
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        const statement_node *s = n->kind == NODE_STATEMENT ? &n->u.stmt : NULL;
        bool is_of_it = under;
        if (s)
            is_of_it |= reads_result(c, s->read_count, s->reads);
        for (int i = 0; s && i < s->scalar_read_count; i++)
            is_of_it |= is_derived(c, s->scalar_reads[i]);
        if (n->kind == NODE_IF)
            is_of_it |= reads_result(c, n->u.cond.read_count, n->u.cond.reads);
        if (s && s->scalar && is_of_it && !is_derived(c, s->scalar))
            VEC_PUSH(c->p->arena, &c->derived, s->scalar);
        for (int i = 0, count = node_below(n, lists); i < count; i++)
            find_derived(c, lists[i], n->kind == NODE_IF ? is_of_it : under);
    }
}

/* What the first statement of the body that has a home writes there; null: none. */
static const reference *home_in(planner *p, const node *body, const loop_var *v)
{
    for (const node *n = body; n; n = n->next)
        if (n->kind == NODE_STATEMENT && n->u.stmt.write && moves_with(p, n->u.stmt.write, v))
            return n->u.stmt.write;
    return NULL;
}

/* May the loop carry scalars that have to be arrays? Finds what they would be computed from. */
static bool is_candidate(carried *c)
{
    const loop_node *l = &c->loop->u.loop;
    int64_t step = 0;
    if (!expr_is_int(l->range.step, &step) || step == 0 || l->parallel != LOOP_UNSAID ||
        !l->is_exact || !(c->beside = home_in(c->p, l->body, l->range.var)))
        return false;
    for (int before = -1; before < c->derived.count;) {
        before = c->derived.count;
        find_derived(c, l->body, false);
    }
    return c->derived.count > 0;
}

/* --- Does anybody ask for the scalar after the loop? ---------------------------------- */

/* Does the call hand on the address of what is no array? */
static bool hands_address(const call_node *c)
{
    for (int i = 0; i < c->argument_count; i++) {
        const variable *formal = i < c->callee->formal_count ? c->callee->formals[i] : NULL;
        if (!formal || (formal->rank > 0 && !c->arguments[i].array))
            return true;
    }
    return false;
}

/* May the node read v without saying so: by its address, or by returning to a function to which
 * it belongs, too? (What a function returns is a statement before.) */
static bool is_untold(const node *n, const variable *v)
{
    const node *lists[2];
    if ((n->kind == NODE_CALL && hands_address(&n->u.call)) ||
        (n->kind == NODE_RETURN && !v->owner))
        return true;
    for (int i = node_below(n, lists); i-- > 0;)
        for (const node *below = lists[i]; below; below = below->next)
            if (is_untold(below, v))
                return true;
    return false;
}

/* As scalar_first_use, where anything that may read v is taken to do so. */
static scalar_use first_possible_use(const node *first, const node *end, const variable *v)
{
    for (const node *n = first; n != end; n = n->next) {
        scalar_use use = is_untold(n, v) ? SCALAR_READ : scalar_first_use(n, n->next, v);
        /* A loop may run no time at all. */
        if (use == SCALAR_READ || (use == SCALAR_SET && n->kind == NODE_STATEMENT))
            return use;
    }
    return SCALAR_UNUSED;
}

/* The lists from the entry's body down to the one at hand. */
typedef struct around {
    node *const *list;
    node *at; /* of that list: what is being looked at */
    const struct around *outer;
} around;

/* May anybody read v's value after `a->at`, before it is set anew? In the next
 * iteration of a loop around, `a->at` does; and after the entry its caller may. */
static bool is_live(const around *a, const variable *v, bool is_main)
{
    for (; a; a = a->outer) {
        scalar_use next = first_possible_use(a->at->next, NULL, v);
        node_kind holder = a->outer ? a->outer->at->kind : NODE_TASK;
        if (next != SCALAR_UNUSED)
            return next == SCALAR_READ;
        if (holder == NODE_WHILE ||
            (holder == NODE_LOOP && first_possible_use(*a->list, a->at, v) != SCALAR_SET))
            return true;
    }
    return !v->owner && !is_main;
}

/* --- Expansion ---------------------------------------------------------------------- */

typedef struct expansion {
    planner *p;
    const loop_range *range;
    const reference *beside;
    source_range where;           /* of the first statement that sets the scalar */
    const variable *scalar, *own; /* the program's, and the iteration's */
} expansion;

/* The value that the scalar has after iteration `k`. */
static const reference *value_after(const expansion *e, const expr *k)
{
    reference *ref = arena_copy(e->p->arena, e->beside, sizeof *ref);
    expr_substitution by = {.count = 1, .vars = &e->range->var, .with = &k};
    ref->var = temporary_of_scalar(e->p, e->beside->var, e->scalar);
    ref->where = e->where;
    for (int d = 0; d < e->beside->var->rank; d++)
        if (ref->sub[d].value)
            ref->sub[d].value = expr_substitute(e->p->pool, ref->sub[d].value, &by);
    return ref;
}

/* target = the value of `ref`, or of `of` */
static node *copy(const expansion *e, const variable *target, const reference *ref,
                  const variable *of)
{
    node *n = node_new_made(e->p->ctx, NODE_STATEMENT, e->where);
    n->u.stmt.scalar = target;
    if (ref) {
        n->u.stmt.reads = arena_copy(e->p->arena, &ref, sizeof(const reference *));
        n->u.stmt.read_count = 1;
    } else {
        n->u.stmt.scalar_reads = arena_copy(e->p->arena, &of, sizeof(const variable *));
        n->u.stmt.scalar_read_count = 1;
    }
    return n;
}

static node *choice(const expansion *e, const expr *condition, node *yes, node *no)
{
    int64_t value;
    if (expr_is_int(condition, &value))
        return value ? yes : no;
    node *n = node_new_made(e->p->ctx, NODE_IF, e->where);
    n->u.cond.condition = condition;
    n->u.cond.is_placement = true;
    n->u.cond.then_body = yes;
    n->u.cond.else_body = no;
    return n;
}

/* Statements of a list, and of those below it, use the iteration's private one. */
static void use_own(const expansion *e, node *list)
{
    for (node *n = list; n; n = n->next) {
        statement_node *s = &n->u.stmt;
        node **lists[2];
        if (n->kind == NODE_STATEMENT && s->scalar_read_count) {
            const variable **reads = arena_copy(e->p->arena, s->scalar_reads,
                                                sizeof *reads * (size_t)s->scalar_read_count);
            for (int i = 0; i < s->scalar_read_count; i++)
                reads[i] = reads[i] == e->scalar ? e->own : reads[i];
            s->scalar_reads = reads;
        }
        if (n->kind == NODE_STATEMENT && s->scalar == e->scalar)
            s->scalar = e->own;
        for (int i = node_lists(n, lists); i-- > 0;)
            use_own(e, *lists[i]);
    }
}

/* The scalar has its last value after the loop, if that runs at all. */
static void take_last(const expansion *e, node *loop)
{
    expr_pool *pool = e->p->pool;
    const loop_range *r = e->range;
    int64_t step = 0;
    const bool is_up = expr_is_int(r->step, &step) && step > 0;
    const expr *steps = expr_floor_div(pool, expr_sub(pool, r->upper, r->lower), r->step);
    const expr *last = expr_add(pool, r->lower, expr_mul(pool, steps, r->step));
    const expr *is_run =
        expr_logic(pool, EXPR_LE, is_up ? r->lower : r->upper, is_up ? r->upper : r->lower);
    node *result = choice(e, is_run, copy(e, e->scalar, value_after(e, last), NULL), NULL);
    if (!result)
        return;
    result->next = loop->next;
    loop->next = result;
}

static void expand(const carried *c, const variable *v, source_range where, bool is_wanted)
{
    planner *p = c->p;
    loop_node *l = &c->loop->u.loop;
    const loop_range *r = &l->range;
    const expr *k = expr_loop_var(p->pool, r->var);
    int64_t step = 0;
    const bool is_up = expr_is_int(r->step, &step) && step > 0;
    expansion e = {p, r, c->beside, where, v, temporary_of_shape(p, v, 0, NULL, v->name)};
    use_own(&e, l->body);
    node *take =
        choice(&e, expr_logic(p->pool, EXPR_LT, is_up ? r->lower : k, is_up ? k : r->lower),
               copy(&e, e.own, value_after(&e, expr_sub(p->pool, k, r->step)), NULL),
               copy(&e, e.own, NULL, v));
    node *keep = copy(&e, NULL, NULL, e.own), *last = l->body;
    keep->u.stmt.write = value_after(&e, k);
    while (last->next)
        last = last->next;
    last->next = keep;
    take->next = l->body;
    l->body = take;
    if (is_wanted)
        take_last(&e, c->loop);
}

/* --- All of the program -------------------------------------------------------------- */

/* The first statement that sets v; null: none. */
static const node *setter(const node *list, const variable *v)
{
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        const node *found = n->kind == NODE_STATEMENT && n->u.stmt.scalar == v ? n : NULL;
        for (int i = 0, count = node_below(n, lists); i < count && !found; i++)
            found = setter(lists[i], v);
        if (found)
            return found;
    }
    return NULL;
}

static void expand_in(planner *p, const around *a, bool is_main)
{
    carried c = {.p = p, .loop = a->at};
    if (!is_candidate(&c))
        return;
    for (int i = 0; i < c.derived.count; i++) {
        const variable *v = c.derived.data[i];
        if (!scalar_is_privatizable(c.loop, v))
            expand(&c, v, setter(c.loop->u.loop.body, v)->where, is_live(a, v, is_main));
    }
}

static void walk(planner *p, node **list, const around *outer, bool is_main)
{
    for (node *n = *list; n; n = n->next) {
        around a = {list, n, outer};
        node **lists[2];
        for (int i = 0, count = node_lists(n, lists); i < count; i++)
            walk(p, lists[i], &a, is_main);
        if (n->kind == NODE_LOOP)
            expand_in(p, &a, is_main);
    }
}

void scalars_expand(planner *p, const function *entry)
{
    if (p->program->spelling != DIALECT_XMP && p->layout->linear)
        walk(p, &p->body, NULL, strcmp(entry->name, "main") == 0);
    temporaries_place(p);
}
