/* Dimensions in cycles are stored densely: what a processor owns, in the order of the indices, and
 * after it what it receives at a time of the communications of the plan
 * (codegen/runtime/fpr_dense.c has where). So each communication must be known to need but some
 * indices of others; where one may reach any, and where the text has elements in a way that no edit
 * reaches, the dimension is whole on each processor. */

#include "codegen/data/dense.h"

#include "codegen/data/descriptors.h"
#include "codegen/data/halo.h"
#include "codegen/data/place.h"
#include "codegen/text/edit.h"
#include "codegen/text/expression.h"
#include "codegen/text/mention.h"

enum { MOST_OF_VECTOR = 8 }; /* what is searched one by one: FEW of fpr_dense.c */

/* Arrays that exchange their elements, whose windows are one. */
typedef VEC(array_info *) array_group;

static const variable *declared(const variable *v)
{
    return v->version_of ? v->version_of : v;
}

static array_info *info_of(emitter *e, const variable *v)
{
    for (int i = 0; i < e->arrays.count; i++)
        if (e->arrays.data[i].var == v)
            return &e->arrays.data[i];
    return NULL;
}

static bool is_in_group(const array_group *g, const variable *v)
{
    for (int i = 0; i < g->count; i++)
        if (g->data[i]->var == v)
            return true;
    return false;
}

static array_group group_of(emitter *e, array_info *a)
{
    array_group g = {0};
    VEC_PUSH(e->ctx->arena, &g, a);
    for (int i = 0; i < e->exchanges.count; i++) {
        const array_exchange *x = e->exchanges.data[i];
        bool is = false, is_more = false;
        for (int k = 0; k < x->count; k++)
            is |= is_in_group(&g, x->array[k]);
        for (int k = 0; is && k < x->count; k++) {
            array_info *other = info_of(e, x->array[k]);
            if (other && !is_in_group(&g, other->var)) {
                VEC_PUSH(e->ctx->arena, &g, other);
                is_more = true;
            }
        }
        i = is_more ? -1 : i; /* from the beginning */
    }
    return g;
}

/* --- By what it is ------------------------------------------------------------------------- */

/* The axis on which the dimension is in cycles, one cell an index; or null. */
static const axis_map *cycles_of(emitter *e, const array_info *a, int d)
{
    const variable *v = a->var;
    if (v->shadow_lower[d] || v->shadow_upper[d] || v->is_shadow_whole[d])
        return NULL;
    for (int k = 0; k < a->map->grid->rank; k++) {
        const axis_map *m = &a->map->axis[k];
        int64_t stride;
        if (m->source == AXIS_BY_DIM && m->dim == d)
            return m->kind == DIST_CYCLIC && expr_is_int(m->stride, &stride) && stride == 1 &&
                           env_extent(e->env, m->grid, m->axis) > 1
                       ? m
                       : NULL;
    }
    return NULL;
}

/* How many indices a processor owns, at most, and has in blocks of how many. False: nothing tells.
 */
static bool count_owned(emitter *e, const axis_map *m, int64_t *owned, int64_t *blocks,
                        int64_t *block)
{
    int64_t extent, procs = env_extent(e->env, m->grid, m->axis);
    *block = 1;
    if (!emit_value_of(e, m->extent, &extent) || extent < 1 ||
        (m->block && (!emit_value_of(e, m->block, block) || *block < 1)))
        return false;
    *blocks = ((extent - 1) / *block) / procs + 1;
    *owned = *blocks * *block;
    return true;
}

/* --- By its text ------------------------------------------------------------------------------ */

typedef struct text_search {
    emitter *e;
    const array_group *group;
    const variable *formal; /* which it is passed for; or null */
} text_search;

static bool is_of_group(const text_search *s, const outline_name *n)
{
    if (!n->var || n->use == NAME_SIZEOF)
        return false;
    bool is = n->var == s->formal;
    for (int i = 0; i < s->group->count && !is; i++)
        is = declared(n->var) == declared(s->group->data[i]->var);
    return is;
}

/* Does no edit reach the subscripts? */
static bool is_out_of_reach(void *data, const outline_name *n)
{
    const text_search *s = data;
    if (!is_of_group(s, n))
        return false;
    bool is_in_file = n->origin == NAME_OF_FILE || (n->origin == NAME_OF_ARGUMENT &&
                                                    emit_end(n->whole) < emit_end(n->expansion));
    const int rank = s->group->data[0]->var->rank;
    bool is_element = n->subscript_count == rank || n->subscript_count == 0 ||
                      n->subscript_count == 1; /* of a flat array: written anew */
    bool is_bracketed = n->subscript_count && n->var->is_whole_pointer && !n->is_first; /* (*a) */
    return !is_in_file || !is_element || is_bracketed || n->use == NAME_ADDRESS;
}

/* Where the text is another for each of them: before the first subscript of a dense dimension; of a
 * flat array, before its name. */
static size_t begin_of_edit(const array_info *a, const outline_name *n)
{
    int d = 0;
    if (n->subscript_count != a->var->rank)
        return emit_begin(n->whole);
    while (!a->dense[d])
        d++;
    return d ? emit_end(n->subscript[d - 1]) : emit_end(n->head);
}

static bool note_bracket(void *data, const outline_name *n)
{
    const text_search *s = data;
    if (is_of_group(s, n) && n->subscript_count)
        VEC_PUSH(s->e->ctx->arena, &s->e->brackets,
                 ((bracket_place){n->whole.file, begin_of_edit(s->group->data[0], n), n}));
    return false;
}

/* The same for the formals that it is passed for, in the calls of the list. */
static bool see_formals(text_search *s, const node *list, mention_visitor *see)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        const call_node *c = n->kind == NODE_CALL ? &n->u.call : NULL;
        for (int i = 0; c && c->callee && i < c->argument_count && i < c->callee->formal_count;
             i++) {
            s->formal = c->callee->formals[i];
            if (c->arguments[i].array && is_in_group(s->group, c->arguments[i].array) &&
                s->formal && c->callee->outline && mention_some(c->callee->outline, see, s))
                return true;
        }
        for (int i = node_below(n, inner); i-- > 0;)
            if (see_formals(s, inner[i], see))
                return true;
    }
    s->formal = NULL;
    return false;
}

static bool see_all(emitter *e, const array_group *g, mention_visitor *see)
{
    text_search s = {e, g, NULL};
    for (const function *f = e->planned->program->functions; f; f = f->next)
        if (f->outline && mention_some(f->outline, see, &s))
            return true;
    return see_formals(&s, e->planned->body, see);
}

/* --- By what it receives ---------------------------------------------------------------------- */

static int count_places(const node *list, const communication *c)
{
    int count = 0;
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        count += n->kind == NODE_COMM && n->u.comm == c;
        for (int i = node_below(n, inner); i-- > 0;)
            count += count_places(inner[i], c);
    }
    return count;
}

static const expr *cell(emitter *e, const axis_map *m, const expr *index)
{
    expr_pool *pool = e->planned->program->pool;
    return expr_add(pool, expr_mul(pool, m->stride, index), m->offset);
}

/* How many indices of others a need names at a time; -1: it may reach any. */
static int64_t count_received(emitter *e, const need *n, const axis_map *m)
{
    const subscript *sub = &n->ref->sub[m->dim];
    const home_axis *at = n->at.grid == m->grid ? &n->at.axis[m->axis] : NULL;
    int64_t by, owned, blocks, block;
    if (sub->kind != SUBSCRIPT_VALUE || !count_owned(e, m, &owned, &blocks, &block))
        return -1;
    bool is_near = at && at->is_restricted && !at->last && axis_map_equal(&at->map, m) &&
                   expr_is_int(expr_sub(e->planned->program->pool, cell(e, m, sub->value),
                                        cell(e, &at->map, at->index)),
                               &by);
    if (is_near && by == 0)
        return 0;
    const int64_t count = emit_most_indices(e, n, sub->value);
    if (!is_near)
        return count;
    by = by < 0 ? -by : by;
    const int64_t beside = blocks * (by < block ? by : block);
    return count < 0 || beside < count ? beside : count;
}

/* What one communication, in one place, wants room for. */
typedef struct wanted {
    int64_t received[MAX_RANK]; /* by dimension; -1: any index */
    int64_t apart;              /* elements, where they are stored one by one; -1: too many */
} wanted;

/* Is it a scalar's value that only the run knows? */
static bool has_index(const expr *x)
{
    if (x->kind == EXPR_PARAM)
        return x->u.param->origin == PARAM_INDEX;
    for (int i = 0; i < expr_operand_count(x); i++)
        if (has_index(x->u.op.operand[i]))
            return true;
    return false;
}

/* How many elements it names at a time, each of which the text has by the same subscripts. */
static int64_t count_elements(emitter *e, const need *n)
{
    expr_pool *pool = e->planned->program->pool;
    const expr *all = expr_int(pool, 0);
    for (int d = 0; d < n->ref->var->rank; d++) {
        const subscript *s = &n->ref->sub[d];
        if (s->kind != SUBSCRIPT_VALUE || has_index(s->value))
            return -1;
        /* no two of them cancel out: each counts by itself */
        all = expr_add(pool, all, expr_mul(pool, s->value, expr_int(pool, INT64_C(1) << (8 * d))));
    }
    return emit_most_indices(e, n, all);
}

/* How many indices of dimension d are received for a need. */
static int64_t count_in(emitter *e, const array_info *a, const need *n, int d)
{
    const axis_map *m = a->dense[d];
    return !m ? 0 : n->carried[m->axis] ? -1 : count_received(e, n, m);
}

/* Does who executes have all in the dense dimensions? */
static bool is_local(emitter *e, const array_info *a, const need *n)
{
    for (int d = 0; d < a->var->rank; d++)
        if (count_in(e, a, n, d) != 0)
            return false;
    return true;
}

/* Has a need before the one at `at` the same index in the dimension, which none of its loops moves?
 */
static bool is_counted(const communication *c, int at, int d)
{
    const subscript *s = &c->needs[at].ref->sub[d];
    for (int l = 0; s->kind == SUBSCRIPT_VALUE && l < c->needs[at].range_count; l++)
        if (expr_mentions(s->value, c->needs[at].range[l].var))
            return false;
    for (int i = 0; i < at; i++)
        if (s->kind == SUBSCRIPT_VALUE && c->needs[i].ref->sub[d].kind == SUBSCRIPT_VALUE &&
            c->needs[i].ref->sub[d].value == s->value)
            return true;
    return false;
}

static wanted wanted_of(emitter *e, const array_info *a, const communication *c)
{
    wanted w = {.apart = 0};
    for (int i = 0; i < c->need_count; i++) {
        const need *n = &c->needs[i];
        for (int d = 0; d < a->var->rank; d++) {
            int64_t count = count_in(e, a, n, d);
            count -= count == 1 && is_counted(c, i, d);
            w.received[d] = count < 0 || w.received[d] < 0 ? -1 : w.received[d] + count;
        }
        const int64_t elements = is_local(e, a, n) ? 0 : count_elements(e, n);
        w.apart = elements < 0 || w.apart < 0 ? -1 : w.apart + elements;
    }
    return w;
}

static bool is_redistribution(const emitter *e, const communication *c)
{
    for (int i = 0; i < e->redistributions.count; i++)
        if (e->redistributions.data[i] == c)
            return true;
    return false;
}

static void set_whole(array_group *g, int d)
{
    for (int i = 0; i < g->count; i++) {
        g->data[i]->dense[d] = NULL;
        g->data[i]->is_by_owner &= d < g->data[i]->var->rank - 1;
    }
}

static bool is_concerned(const emitter *e, const array_group *g, const communication *c)
{
    return is_in_group(g, c->var) && !is_redistribution(e, c);
}

/* May what is received of anybody lie by owners? Where nothing but its elements is received, and
 * where the program is generated it is known how many there are. That of a vector saves a table of
 * places; rows of others want one, and do so where the innermost loops go along what a processor
 * owns. */
static bool set_by_owner(emitter *e, array_group *g, int d)
{
    const array_info *a = g->data[0];
    int64_t owned, blocks, block;
    if (d != a->var->rank - 1 || !count_owned(e, a->dense[d], &owned, &blocks, &block) ||
        blocks < 2)
        return false;
    if (d > 0 && !emit_goes_along(e, a))
        return false;
    for (int i = 0; i < e->planned->comm_count; i++) {
        const communication *c = e->planned->comms[i];
        if (is_in_group(g, c->var) && (is_redistribution(e, c) || comm_is_write_back(c) ||
                                       c->op != REDUCE_NONE || c->ring || c->into || c->async))
            return false;
    }
    for (int i = 0; i < g->count; i++)
        g->data[i]->is_by_owner = true;
    return true;
}

/* Is there less memory with so many indices of others? Of a vector they are few. */
static bool is_less(emitter *e, const array_info *a, int d, int64_t received)
{
    int64_t owned, blocks, block, extent;
    return count_owned(e, a->dense[d], &owned, &blocks, &block) &&
           emit_value_of(e, a->var->extent[d], &extent) && owned + received + 1 < extent &&
           (a->var->rank > 1 || received <= MOST_OF_VECTOR);
}

/* Are the elements a small part of what the processor has? */
static bool is_few(emitter *e, const array_info *a, int64_t elements)
{
    int64_t all = 1, extent;
    for (int d = 0; d < a->var->rank; d++) {
        if (!emit_value_of(e, a->var->extent[d], &extent) || extent > INT64_MAX / 64 / all)
            return false;
        all *= extent;
    }
    return elements >= 0 && elements <= all / 8 / env_procs(e->env);
}

/* The dimension without which the communication has the fewest elements apart, of those that want
 * too much. */
static int find_worst(emitter *e, array_group *g, const communication *c, const bool *is_too_much)
{
    array_info without = *g->data[0];
    int worst = -1;
    int64_t fewest = -1;
    for (int d = 0; d < without.var->rank; d++) {
        if (!is_too_much[d])
            continue;
        without.dense[d] = NULL;
        const int64_t apart = wanted_of(e, &without, c).apart;
        without.dense[d] = g->data[0]->dense[d];
        if (worst < 0 || (apart >= 0 && (fewest < 0 || apart < fewest))) {
            worst = d;
            fewest = apart;
        }
    }
    return worst;
}

/* Adds what the communication wants. False: a dimension had to become whole for it. */
static bool add_wanted(emitter *e, array_group *g, const communication *c)
{
    array_info *a = g->data[0];
    const wanted w = wanted_of(e, a, c);
    const int places = count_places(e->planned->body, c);
    bool is_too_much[MAX_RANK] = {false}, is_any = false;
    for (int d = 0; d < a->var->rank; d++) {
        is_too_much[d] = a->dense[d] && !emit_is_by_owner(a, d) && w.received[d] != 0 &&
                         (comm_is_write_back(c) || c->op != REDUCE_NONE || w.received[d] < 0 ||
                          !is_less(e, a, d, a->received[d] + w.received[d] * places));
        is_any |= is_too_much[d];
    }
    if (!is_any) {
        for (int d = 0; d < a->var->rank; d++)
            a->received[d] += emit_is_by_owner(a, d) ? 0 : w.received[d] * places;
        return true;
    }
    if (!comm_is_write_back(c) && !c->async && is_few(e, a, a->apart + w.apart * places) &&
        w.apart >= 0) {
        a->apart += w.apart * places;
        VEC_PUSH(e->ctx->arena, &e->fetches_apart, c);
        for (int i = 0; i < c->need_count; i++)
            if (!is_local(e, a, &c->needs[i]))
                VEC_PUSH(e->ctx->arena, &e->apart, &c->needs[i]);
        return true;
    }
    const int d = find_worst(e, g, c, is_too_much);
    if (set_by_owner(e, g, d))
        return false;
    set_whole(g, d);
    for (int i = 0; i < g->count; i++)
        g->data[i]->why_whole = arena_printf(
            e->ctx->arena, "what line %d wants may be at nearly any index", c->where.line);
    return false;
}

static bool is_any_dense(const array_info *a)
{
    for (int d = 0; d < a->var->rank; d++)
        if (a->dense[d])
            return true;
    return false;
}

/* May an element that one communication stores apart be read by the same subscripts where another
 * puts it into the window? */
static bool is_ambiguous(emitter *e, const array_info *a, const communication *c)
{
    bool is_of_apart = false;
    for (int i = 0; i < e->fetches_apart.count; i++)
        is_of_apart |= e->fetches_apart.data[i] == c;
    for (int i = 0; i < c->need_count && !is_of_apart; i++)
        if (emit_is_apart(e, c->needs[i].ref) && !is_local(e, a, &c->needs[i]))
            return true;
    return false;
}

/* What all communications want together; or some dimensions are whole. */
static void find_received(emitter *e, array_group *g)
{
    array_info *a = g->data[0];
    const int apart = e->apart.count, fetches = e->fetches_apart.count;
    for (int i = 0; i < e->planned->comm_count && is_any_dense(a); i++) {
        const communication *c = e->planned->comms[i];
        if (!is_concerned(e, g, c) || add_wanted(e, g, c))
            continue;
        e->apart.count = apart; /* anew, with less */
        e->fetches_apart.count = fetches;
        a->apart = 0;
        for (int d = 0; d < a->var->rank; d++)
            a->received[d] = 0;
        i = -1;
    }
    for (int i = 0; i < e->planned->comm_count; i++) {
        const communication *c = e->planned->comms[i];
        if (!is_concerned(e, g, c) ||
            !(c->ring || c->into || is_ambiguous(e, a, c) || (c->op && comm_is_write_back(c))))
            continue;
        for (int d = 0; d < a->var->rank; d++)
            set_whole(g, d);
    }
    if (!is_any_dense(a)) {
        e->apart.count = apart;
        e->fetches_apart.count = fetches;
        a->apart = 0;
    }
    for (int i = 1; i < g->count; i++) {
        g->data[i]->apart = a->apart;
        for (int d = 0; d < a->var->rank; d++)
            g->data[i]->received[d] = a->received[d];
    }
}

/* --- All ------------------------------------------------------------------------------------- */

static void find_dense(emitter *e, array_group *g)
{
    const array_info *a = g->data[0];
    bool is_simple = true; /* members of elements have no names of their own in the outline */
    for (int i = 0; i < g->count; i++)
        is_simple &=
            !declared(g->data[i]->var)->is_whole_pointer && g->data[i]->var->kind != ELEM_OTHER;
    for (int d = 0; d < a->var->rank && is_simple; d++)
        for (int i = 0; i < g->count; i++)
            g->data[i]->dense[d] = cycles_of(e, g->data[i], d);
    for (int i = 0; i < g->count; i++)
        for (int d = 0; d < a->var->rank; d++)
            if (!g->data[i]->dense[d])
                set_whole(g, d);
    const bool is_out = is_any_dense(a) && see_all(e, g, is_out_of_reach);
    for (int i = 0; i < g->count && is_out; i++)
        g->data[i]->why_whole = "an element's address is taken, a macro names one, or (*a)[i] does";
    for (int d = 0; d < a->var->rank; d++)
        if (a->dense[d] && (is_out || !is_less(e, a, d, 0)))
            set_whole(g, d);
    if (is_any_dense(a))
        find_received(e, g);
    if (is_any_dense(a))
        see_all(e, g, note_bracket);
}

void emit_find_dense(emitter *e)
{
    for (int i = 0; i < e->arrays.count; i++) {
        array_group g = group_of(e, &e->arrays.data[i]);
        bool is_known = false;
        for (int k = 0; k < i; k++)
            is_known |= is_in_group(&g, e->arrays.data[k].var);
        if (!is_known)
            find_dense(e, &g);
    }
}
