#include "plan/normalize/check_independent.h"

#include "plan/analysis/congruence.h"
#include "plan/analysis/private.h"
#include "plan/analysis/scalar.h"
#include "plan/normalize/check_new.h"
#include "plan/normalize/output_dependence.h"
#include "plan/planner/owner.h"
#include "plan/planner/sites.h"
#include "program/env/bindings.h"

#include <stdlib.h>
#include <string.h>

/* HPF's `independent` is a promise, and is kept to: its iterations are divided whatever
 * they do. What surely breaks it is said (HPF 2.0, section 5.1: no iteration assigns
 * what another one reads or assigns). */

static const loop_node *promised(const node *n)
{
    bool is_so = n->kind == NODE_LOOP && n->u.loop.parallel == LOOP_INDEPENDENT;
    return is_so ? &n->u.loop : NULL;
}

static void report(planner *p, const loop_node *l, source_range where, const char *text,
                   const char *kept)
{
    diag *d = diag_report(p->ctx->diags, DIAG_WARNING, "not-independent", where, "%s", text);
    diag_note(d, l->directive, "%s", kept);
    VEC_PUSH(p->arena, &p->broken, ((broken_promise){.directive = l->directive, .said = d}));
}

static const char as_before[] =
    "the promise is kept to: iterations read what was there before all of them";

/* --- Scalars ---------------------------------------------------------------------- */

typedef struct scalar_check {
    planner *p;
    const node *loop;
    VEC(const variable *) said; /* once for each */
} scalar_check;

/* Do the directives of a loop around say that it is reduced? */
static bool is_reduced(const around *a, const variable *v)
{
    for (; a; a = a->outer) {
        const loop_node *l = promised(a->at);
        for (int i = 0; l && i < l->reduction_count; i++)
            if (l->reductions[i].var == v)
                return true;
    }
    return false;
}

/* The only operation by which the list's statements set v; REDUCE_NONE: there is none. */
static bool only_operation(const node *list, const variable *v, reduce_op *op)
{
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        const statement_node *s = &n->u.stmt;
        if (n->kind == NODE_STATEMENT && s->scalar == v) {
            if (!s->reduce || (*op && *op != s->reduce))
                return false;
            *op = s->reduce;
        }
        for (int i = node_below(n, lists); i-- > 0;)
            if (!only_operation(lists[i], v, op))
                return false;
    }
    return true;
}

/* The name alone, where the statement begins with it. */
static source_range name_in(source_range where, const char *name)
{
    size_t length = 0, begin = (size_t)where.column - 1, size = strlen(name);
    const char *line = where.file ? source_line(where.file, where.line, &length) : NULL;
    if (line && begin + size <= length && strncmp(line + begin, name, size) == 0) {
        where.end_line = where.line;
        where.end_column = where.column + (int)size;
    }
    return where;
}

static void report_scalar(scalar_check *c, const node *n)
{
    planner *p = c->p;
    const node *loop = c->loop;
    const variable *v = n->u.stmt.scalar;
    const char *text, *kept = as_before;
    reduce_op op = REDUCE_NONE;
    for (int i = 0; i < c->said.count; i++)
        if (c->said.data[i] == v)
            return;
    VEC_PUSH(p->arena, &c->said, v);
    if (!scalar_is_privatizable(loop, v)) {
        text = arena_printf(p->arena,
                            "'%s' goes from one iteration to the next, so that they are not "
                            "independent; reduce it, or compute it from the loop's variable",
                            v->name);
    } else if (only_operation(loop->u.loop.body, v, &op)) {
        text = arena_printf(p->arena,
                            "all iterations combine their values in '%s', so that they are not "
                            "independent; say reduction(%s:%s)",
                            v->name, reduce_op_text(op), v->name);
        kept = "each processor combines those of its own iterations, as with that clause";
    } else {
        text = arena_printf(p->arena,
                            "all iterations assign '%s', so that they are not independent; name "
                            "it in new(%s), or %s",
                            v->name, v->name,
                            v->is_static ? "leave out 'static'" : "declare it in the loop");
        kept = "each iteration has one of its own, as with that clause";
    }
    report(p, &loop->u.loop, name_in(n->where, v->name), text, kept);
}

/* No iteration assigns what another one does, but what is its own, or reduced (HPF 2.0,
 * sections 5.1.2 and 5.1.3). */
static void check_scalar(scalar_check *c, const node *n, const around *outer)
{
    const variable *v = n->u.stmt.scalar;
    for (const around *a = outer; a; a = a->outer) {
        if (is_private_in(a->at, v))
            return;
        if (a->at == c->loop) {
            if (!is_reduced(a, v))
                report_scalar(c, n);
            return;
        }
    }
}

static void check_scalars(scalar_check *c, node *list, const around *outer)
{
    for (node *n = list; n; n = n->next) {
        const around inside = {n, outer};
        node **lists[2];
        if (n->kind == NODE_STATEMENT && n->u.stmt.scalar)
            check_scalar(c, n, outer);
        int count = node_lists(n, lists);
        for (int i = 0; i < count; i++)
            check_scalars(c, *lists[i], &inside);
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

/* One subscript of each of two references, in iterations of values v and w: c*v + d, other_c*w +
 * other_d. */
typedef struct subscript_pair {
    int64_t c, d, other_c, other_d;
} subscript_pair;

/* By the definitions of the program; Returns how many dimensions move, or -1:
 * not known, or never the same element. */
static int read_pairs(planner *p, env *defined, const loop_node *l, const reference *a,
                      const reference *b, subscript_pair *out)
{
    enum { NUMBER_MOST = 1 << 20 }; /* of a factor: products stay in range */
    int count = 0;
    for (int d = 0; d < a->var->rank; d++) {
        const expr *c = NULL, *first = NULL, *other_c = NULL, *second = NULL;
        subscript_pair *s = &out[count];
        bool ok = true;
        if (a->sub[d].kind != SUBSCRIPT_VALUE || b->sub[d].kind != SUBSCRIPT_VALUE)
            return -1;
        if (a->sub[d].value == b->sub[d].value && !expr_mentions(a->sub[d].value, l->range.var))
            continue;
        if (!expr_affine(p->pool, a->sub[d].value, l->range.var, &c, &first) ||
            !expr_affine(p->pool, b->sub[d].value, l->range.var, &other_c, &second))
            return -1;
        *s = (subscript_pair){expr_eval(defined, c, &ok), expr_eval(defined, first, &ok),
                              expr_eval(defined, other_c, &ok), expr_eval(defined, second, &ok)};
        if (!ok || llabs(s->c) > NUMBER_MOST || llabs(s->other_c) > NUMBER_MOST)
            return -1;
        count++;
    }
    return count;
}

/* In which iteration are all of the other's subscripts what they are here for `v`? False: in none.
 * *is_any: in all of them. */
static bool find_other(const subscript_pair *s, int count, int64_t v, int64_t *w, bool *is_any)
{
    *is_any = true;
    for (int i = 0; i < count; i++) {
        int64_t apart = s[i].c * v + s[i].d - s[i].other_d;
        if (s[i].other_c ? apart % s[i].other_c != 0 : apart != 0)
            return false;
        if (!s[i].other_c)
            continue;
        if (!*is_any && *w != apart / s[i].other_c)
            return false;
        *w = apart / s[i].other_c;
        *is_any = false;
    }
    return true;
}

/* Does `b` reach in one iteration of `l` what `a` reaches in another, as b[N - 1 - i] does what
 * b[i] does? Tried out, of as many iterations as the program says that there are. */
static bool touch_same(planner *p, const loop_node *l, const reference *a, const reference *b)
{
    enum { TRIED_MOST = 4096 };
    subscript_pair pair[MAX_RANK];
    env *defined = p->defined;
    const loop_range *r = &l->range;
    bool ok = true;
    int64_t first = expr_eval(defined, r->lower, &ok), step = expr_eval(defined, r->step, &ok);
    int64_t trips = expr_eval(defined, expr_trips(p->pool, r->lower, r->upper, r->step), &ok);
    int count = ok && step ? read_pairs(p, defined, l, a, b, pair) : -1;
    for (int64_t i = 0; count > 0 && i < trips && i < TRIED_MOST; i++) {
        int64_t v = first + i * step, w = 0;
        bool is_any;
        if (!find_other(pair, count, v, &w, &is_any))
            continue;
        if (is_any ? trips > 1
                   : w != v && (w - first) % step == 0 && (w - first) / step >= 0 &&
                         (w - first) / step < trips)
            return true;
    }
    return false;
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
        array_is_private_in(a, i, w->ref->var) ||
        (i == k && congruences_disjoint(p, a, w->ref, b, other->ref, i)))
        return;
    int64_t apart = distance(p, l, w->ref, other->ref);
    bool is_met = apart ? runs_beyond(l, apart) : touch_same(p, l, w->ref, other->ref);
    if (!is_met)
        return;
    report(p, l, other->ref->where,
           arena_printf(p->arena,
                        "this element of '%s' is assigned by another iteration, so that they are "
                        "not independent; leave out the directive, or say 'forall'",
                        w->ref->var->name),
           as_before);
}

/* An element that several iterations assign, and do not only add to. */
static void check_write(planner *p, const loop_node *l, const access *w)
{
    const site *s = &p->sites.data[w->site];
    int step = step_of(s, l);
    bool is_reduced = s->node->kind == NODE_STATEMENT && s->node->u.stmt.reduce;
    if (step < 0 || is_reduced || w->ref->var->formal_index >= 0 || !is_certain(s, step) ||
        array_is_private_in(s, step, w->ref->var) || reference_is_indirect(w->ref))
        return;
    bool surely;
    const char *apart = output_dependence(p, &l, 1, w->ref, &surely);
    if (apart && surely)
        report(p, l, w->ref->where,
               arena_printf(p->arena,
                            "iterations that differ in %s assign the same element of '%s', so "
                            "that they are not independent; give each its own, or name '%s' in "
                            "new(..)",
                            apart, w->ref->var->name, w->ref->var->name),
               as_before);
}

/* Of its accesses: first to before end. */
static void check_loop(planner *p, const loop_node *l, int first, int end)
{
    for (int i = first; i < end; i++) {
        const access *w = &p->accesses.data[i];
        if (w->is_write)
            check_write(p, l, w);
        for (int k = first; w->is_write && k < end; k++) {
            const access *other = &p->accesses.data[k];
            bool is_pair = references_may_meet(other->ref, w->ref) && (!other->is_write || k < i);
            if (is_pair)
                check_pair(p, l, w, other);
        }
    }
}

/* A loop of which that is said, and the first site in it. */
typedef struct promised_site {
    const loop_node *loop;
    int site, step;
} promised_site;

/* In the order of the text, those around before those inside. */
typedef struct promised_sites {
    VEC(promised_site) all;
    int next; /* the first that has not been checked */
} promised_sites;

static void find_promised(planner *p, promised_sites *found)
{
    for (int i = 0; i < p->sites.count; i++) {
        const site *s = &p->sites.data[i], *before = i ? s - 1 : NULL;
        for (int k = 0; k < s->depth; k++) {
            bool is_first =
                !before || before->depth <= k || before->path[k].child != s->path[k].child;
            const loop_node *l = is_first ? promised(s->path[k].child) : NULL;
            if (l)
                VEC_PUSH(p->arena, &found->all, ((promised_site){l, i, k}));
        }
    }
}

static void check_accesses(planner *p, promised_sites *found, const loop_node *l)
{
    const promised_site *at = found->next < found->all.count ? &found->all.data[found->next] : NULL;
    if (!at || at->loop != l)
        return; /* it has none */
    int end, first = accesses_below(p, &p->sites.data[at->site], at->step, &end);
    found->next++;
    check_loop(p, l, first, end);
}

static void check_list(planner *p, promised_sites *found, node *list, const around *outer)
{
    for (node *n = list; n; n = n->next) {
        const around inside = {n, outer};
        node **lists[2];
        const loop_node *l = promised(n);
        scalar_check c = {.p = p, .loop = n};
        if (l) {
            check_scalars(&c, l->body, &inside);
            check_accesses(p, found, l);
            independent_check_new(p, &inside);
        }
        int count = node_lists(n, lists);
        for (int i = 0; i < count; i++)
            check_list(p, found, *lists[i], &inside);
    }
}

void independents_check(planner *p)
{
    if (p->program->spelling != DIALECT_HPF)
        return;
    sites_collect(p);
    promised_sites found = {0};
    find_promised(p, &found);
    check_list(p, &found, p->body, NULL);
    sites_forget(p);
}
