#include "plan/loop/interchange.h"

#include <stdlib.h>
#include <string.h>

#include "plan/analysis/scalar.h"
#include "plan/loop/dependence.h"
#include "plan/loop/pipeline.h"
#include "plan/planner/sites.h"

/* The order of the loops of a permutable nest, as an optimising compiler would have
 * it ("memory order": McKinley, Carr and Tseng, "Improving data locality with loop
 * transformations", ACM TOPLAS 18(4), 1996, section 3.2).
 *
 * LoopCost of a loop is the number of cache lines that the nest touches with that
 * loop innermost: of each group of references that share lines, in each of its
 * iterations, none where the loop does not move it, a part of a line where it goes
 * along the last dimension (C order), or else one. Trip counts are names here, and
 * taken to be alike, and what stands still while the innermost loop runs to be
 * nothing: so the cost is lines per iteration. The loop of least cost is innermost,
 * those of more further out.
 *
 * But a loop that carries values between processors goes outside: its messages
 * stand just inside it, and the further out, the more elements one of them takes
 * along (message vectorization: Hiranandani, Kennedy and Tseng, "Compiling Fortran D",
 * 1992, section 4). Pipelines see to that by themselves. Of the others that are
 * divided over processors, all but the innermost come first. */

/* Of the first level of cache; shorter than on any machine here, which only makes
 * a step along a line weigh more. What is compared are sums of these weights. */
enum { LINE_BYTES = 32 };

typedef struct candidate {
    node *loop;
    bool crosses; /* carries values between processors, not as a pipeline */
    bool is_divided;
    int64_t cost; /* lines an iteration, in LINE_BYTES */
    int place;    /* in the source, outermost first */
} candidate;

/* --- May the loops change places? ------------------------------------------------- */

/* Nothing but loops, conditions, statements without input or output and bodies of
 * calls, all of which run to their end. */
static bool is_plain(const node *list)
{
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        bool is_of_these = n->kind == NODE_IF || n->kind == NODE_WHILE ||
                           (n->kind == NODE_STATEMENT && !n->u.stmt.is_io) ||
                           (n->kind == NODE_CALL && n->u.call.instance) ||
                           (n->kind == NODE_LOOP && n->u.loop.is_exact);
        if (!is_of_these)
            return false;
        for (int i = node_below(n, lists); i-- > 0;)
            if (!is_plain(lists[i]))
                return false;
    }
    return true;
}

/* Is there a test that may read a scalar? Conditions on data do not say which ones. */
static bool tests_data(const node *list)
{
    for (const node *n = list; n; n = n->next) {
        const node *lists[2];
        if ((n->kind == NODE_IF && !n->u.cond.condition) || n->kind == NODE_WHILE)
            return true;
        for (int i = node_below(n, lists); i-- > 0;)
            if (tests_data(lists[i]))
                return true;
    }
    return false;
}

/* Does each iteration set, before it reads, the scalars that it sets, or only add to
 * them? What the last iteration leaves in one is the same then in any order. */
static bool has_free_scalars(planner *p, const band *b)
{
    const node *innermost = b->at->path[b->last].child;
    const node *body = innermost->u.loop.body;
    for (int i = 0; i < p->scalars.count; i++) {
        const scalar_access *a = &p->scalars.data[i];
        if (!a->is_write || a->var->rank || !band_holds(b, &p->sites.data[a->site]))
            continue;
        if (a->reduce ? !scalar_is_privatizable(innermost, a->var) || tests_data(body)
                      : scalar_first_use(body, NULL, a->var) != SCALAR_SET)
            return false;
    }
    return true;
}

static bool is_permutable(planner *p, const band *b)
{
    if (b->last - b->first >= MAX_NEST_DEPTH)
        return false;
    for (int i = b->first; i <= b->last; i++)
        if (!band_is_rectangular(b, i) || !band_loop(b, i)->is_exact ||
            band_loop(b, i)->reach.kind != REACH_OWN)
            return false;
    return is_plain(band_loop(b, b->last)->body) && has_free_scalars(p, b) &&
           band_keeps_order(p, b);
}

/* The largest permutable nest among the band's loops, outermost first; false: none of
 * two loops. */
static bool largest(planner *p, const band *all, band *out)
{
    for (int first = all->first; first < all->last; first++)
        for (int last = all->last; last > first; last--) {
            *out = (band){all->at, first, last};
            if (is_permutable(p, out))
                return true;
        }
    return false;
}

/* --- LoopCost --------------------------------------------------------------------- */

typedef VEC(const reference *) reference_list;

/* What one more iteration of the loop adds to a subscript; false: not a number. */
static bool stride_of(planner *p, const loop_node *l, const subscript *sub, int64_t *stride)
{
    const expr *c = NULL, *rest = NULL;
    int64_t factor = 0, step = 0;
    *stride = 0;
    if (sub->kind != SUBSCRIPT_VALUE)
        return false;
    if (!expr_mentions(sub->value, l->range.var))
        return true;
    if (!expr_affine(p->pool, sub->value, l->range.var, &c, &rest) || !expr_is_int(c, &factor) ||
        !expr_is_int(l->range.step, &step))
        return false;
    *stride = llabs(factor * step);
    return true;
}

/* Lines, in LINE_BYTES, that the reference touches in an iteration of the loop. */
static int64_t lines_of(planner *p, const loop_node *l, const reference *ref)
{
    int64_t along = 0;
    for (int d = 0; d < ref->var->rank; d++) {
        int64_t stride = 0;
        if (!stride_of(p, l, &ref->sub[d], &stride))
            return LINE_BYTES;
        if (d == ref->var->rank - 1)
            along = stride;
        else if (stride)
            return LINE_BYTES;
    }
    return along < LINE_BYTES / ref->var->elem_bytes ? along * ref->var->elem_bytes : LINE_BYTES;
}

/* Do two references touch lines of each other while the loop is innermost: the same
 * elements up to two iterations apart, or others of the same line (RefGroup)? */
static bool is_of_group(planner *p, const loop_node *l, const reference *a, const reference *b)
{
    int last = a->var->rank - 1;
    if (a->var != b->var)
        return false;
    for (int d = 0; d <= last; d++) {
        int64_t apart = 0, stride = 0;
        if (a->sub[d].kind != SUBSCRIPT_VALUE || b->sub[d].kind != SUBSCRIPT_VALUE ||
            !expr_is_int(expr_sub(p->pool, a->sub[d].value, b->sub[d].value), &apart))
            return false;
        bool is_near = d == last && llabs(apart) * a->var->elem_bytes < LINE_BYTES;
        if (apart == 0 || is_near)
            continue;
        if (!stride_of(p, l, &a->sub[d], &stride) || stride == 0 || apart % stride != 0 ||
            llabs(apart / stride) > 2)
            return false;
    }
    return true;
}

static int64_t cost_of(planner *p, const band *b, const loop_node *l)
{
    reference_list leaders = {0};
    int64_t cost = 0;
    for (int i = 0; i < p->accesses.count; i++) {
        const access *a = &p->accesses.data[i];
        bool is_known = a->ref->var->rank == 0 || a->ref->var->is_in_registers ||
                        !band_holds(b, &p->sites.data[a->site]);
        for (int k = 0; k < leaders.count && !is_known; k++)
            is_known = is_of_group(p, l, leaders.data[k], a->ref);
        if (is_known)
            continue;
        VEC_PUSH(p->arena, &leaders, a->ref);
        cost += lines_of(p, l, a->ref);
    }
    return cost;
}

/* --- The order -------------------------------------------------------------------- */

static bool carries(planner *p, const band *b, int step)
{
    for (int i = 0; i < p->accesses.count; i++) {
        const access *a = &p->accesses.data[i];
        if (band_holds(b, &p->sites.data[a->site]) && dependence_crossing(p, a) == step)
            return true;
    }
    return false;
}

/* Outermost first, all but the innermost. */
static int compare(const void *left, const void *right)
{
    const candidate *a = left, *b = right;
    if (a->crosses != b->crosses)
        return a->crosses ? -1 : 1;
    if (a->is_divided != b->is_divided)
        return a->is_divided ? -1 : 1;
    if (a->cost != b->cost)
        return a->cost > b->cost ? -1 : 1;
    return a->place - b->place;
}

/* Puts the loop of least cost last, of those that may be there; of equals the one that
 * was further in. */
static void choose_innermost(candidate *loops, int count)
{
    int best = count - 1;
    for (int i = count - 1; i >= 0; i--)
        if (loops[i].crosses != loops[best].crosses ? loops[best].crosses
                                                    : loops[i].cost < loops[best].cost)
            best = i;
    candidate innermost = loops[best];
    memmove(&loops[best], &loops[best + 1], sizeof *loops * (size_t)(count - 1 - best));
    loops[count - 1] = innermost;
}

typedef struct permutation {
    node **list; /* that holds the outermost loop */
    int depth;   /* of it */
    int count;
    candidate loop[MAX_NEST_DEPTH]; /* in the new order */
} permutation;

/* The new order of a band's loops; false: it is the old one. */
static bool order_of(planner *p, const band *b, permutation *out)
{
    bool is_pipeline = pipeline_can_tile(p, b);
    *out = (permutation){
        .list = b->at->path[b->first].list, .depth = b->first, .count = b->last - b->first + 1};
    for (int i = 0; i < out->count; i++) {
        node *n = b->at->path[b->first + i].child;
        out->loop[i] = (candidate){.loop = n,
                                   .crosses = !is_pipeline && carries(p, b, b->first + i),
                                   .is_divided = n->u.loop.split_on != NULL,
                                   .cost = cost_of(p, b, &n->u.loop),
                                   .place = i};
    }
    choose_innermost(out->loop, out->count);
    qsort(out->loop, (size_t)out->count - 1, sizeof *out->loop, compare);
    for (int i = 0; i < out->count; i++)
        if (out->loop[i].place != i)
            return true;
    return false;
}

/* "i, j" */
static const char *names_of(planner *p, node *const *loops, int count)
{
    const char *text = loops[0]->u.loop.range.var->name;
    for (int i = 1; i < count; i++)
        text = arena_printf(p->arena, "%s, %s", text, loops[i]->u.loop.range.var->name);
    return text;
}

/* Makes the loops change places, and says so at the one that was outermost. */
static void permute(planner *p, const permutation *by)
{
    node *before[MAX_NEST_DEPTH], *after[MAX_NEST_DEPTH];
    for (int i = 0; i < by->count; i++) {
        before[by->loop[i].place] = by->loop[i].loop;
        after[i] = by->loop[i].loop;
    }
    node *body = before[by->count - 1]->u.loop.body, *rest = before[0]->next, **at = by->list;
    while (*at != before[0])
        at = &(*at)->next;
    before[0]->next = NULL;
    *at = after[0];
    after[0]->next = rest;
    for (int i = 0; i + 1 < by->count; i++)
        after[i]->u.loop.body = after[i + 1];
    after[by->count - 1]->u.loop.body = body;
    before[0]->u.loop.reordered =
        arena_printf(p->arena, "the loops over %s run in the order %s, as loop-order says",
                     names_of(p, before, by->count), names_of(p, after, by->count));
}

typedef struct ordering {
    planner *p;
    VEC(permutation) all;
    VEC(const node *) seen;
    int deepest;
} ordering;

static bool is_seen(const ordering *o, const node *loop)
{
    for (int i = 0; i < o->seen.count; i++)
        if (o->seen.data[i] == loop)
            return true;
    return false;
}

/* Looks at the nest that begins at step `t`, and finds the new order of its first band. */
static void look_at(ordering *o, const site *s, int t)
{
    planner *p = o->p;
    band nest = band_around(s, t), b;
    permutation by;
    nest.first = t;
    bool is_ordered = largest(p, &nest, &b);
    for (int i = t; i <= (is_ordered ? b.last : nest.last); i++)
        VEC_PUSH(p->arena, &o->seen, s->path[i].child);
    if (!is_ordered || !order_of(p, &b, &by))
        return;
    VEC_PUSH(p->arena, &o->all, by);
    o->deepest = by.depth > o->deepest ? by.depth : o->deepest;
}

void loops_order(planner *p)
{
    ordering o = {.p = p};
    for (int i = 0; i < p->sites.count; i++) {
        const site *s = &p->sites.data[i];
        for (int t = 0; t < s->depth; t++)
            if (step_loop(&s->path[t]) && !is_seen(&o, s->path[t].child))
                look_at(&o, s, t);
    }
    /* Nests inside others first: a nest is found through the loops around it. */
    for (int depth = o.deepest; depth >= 0; depth--)
        for (int i = 0; i < o.all.count; i++)
            if (o.all.data[i].depth == depth)
                permute(p, &o.all.data[i]);
}
