#include "plan/xmp/collective.h"

#include "plan/communication/placement.h"
#include "plan/normalize/temporary.h"
#include "plan/planner/owner.h"
#include "plan/planner/sites.h"
#include "plan/xmp/communication.h"

/* A collective of MPI's is what a directive would state, among all processors in a row: a
 * reduction, a broadcast, a barrier. Those that move parts move an array that stands for all of
 * them, in blocks of one part, to where each part goes; so their messages are as exact as those
 * that are inferred. */

/* --- The parts ---------------------------------------------------------------------------- */

static const expr *processors_of(planner *p)
{
    return expr_extent(p->pool, p->layout->linear, 0);
}

/* The elements of all parts. */
static const expr *total_of(planner *p, const collective_node *c)
{
    const expr *sum = expr_int(p->pool, 0);
    if (!c->sizes)
        return expr_mul(p->pool, processors_of(p), c->elements);
    for (int i = 0; i < c->sizes->count; i++)
        sum = expr_add(p->pool, sum, c->sizes->size[i]);
    return sum;
}

/* One processor after the other has its part. */
static axis_map map_of_parts(planner *p, const collective_node *c, int dim)
{
    const expr *zero = expr_int(p->pool, 0), *one = expr_int(p->pool, 1);
    return (axis_map){.source = AXIS_BY_DIM,
                      .kind = c->sizes ? DIST_GEN_BLOCK : DIST_BLOCK,
                      .dim = dim,
                      .stride = one,
                      .offset = zero,
                      .block = c->sizes ? NULL : expr_max(p->pool, one, c->elements),
                      .lower = zero,
                      .extent = expr_max(p->pool, one, total_of(p, c)),
                      .sizes = c->sizes,
                      .grid = p->layout->linear};
}

/* Each processor has a cell. */
static axis_map map_of_processors(planner *p)
{
    const expr *zero = expr_int(p->pool, 0), *one = expr_int(p->pool, 1);
    return (axis_map){.source = AXIS_BY_DIM,
                      .kind = DIST_BLOCK,
                      .stride = one,
                      .offset = zero,
                      .block = one,
                      .lower = zero,
                      .extent = processors_of(p),
                      .grid = p->layout->linear};
}

/* Where the parts are before the collective. */
static const array_map *source_of(planner *p, const collective_node *c)
{
    array_map *m = ARENA_NEW(p->arena, array_map);
    m->grid = p->layout->linear;
    m->axis[0] = c->form == FORM_GATHER || c->form == FORM_ALL_GATHER ? map_of_parts(p, c, 0)
                                                                      : map_of_processors(p);
    if (c->form == FORM_SCATTER) {
        m->axis[0].source = AXIS_FIXED;
        m->axis[0].offset = c->root;
    }
    return m;
}

static bool moves_parts(const collective_node *c)
{
    return c->form >= FORM_GATHER;
}

static void prepare(planner *p, node *n)
{
    collective_node *c = &n->u.collective;
    const expr *extent[MAX_RANK] = {moves_parts(c) ? total_of(p, c) : c->elements};
    variable like = {.name = c->buffer ? c->buffer->name : c->name,
                     .where = n->where,
                     .kind = c->kind,
                     .elem_bytes = c->elem_bytes,
                     .formal_index = -1};
    if (c->form == FORM_ALL_TO_ALL) {
        extent[1] = extent[0];
        extent[0] = processors_of(p);
    }
    c->parts = temporary_for_messages(p, &like, c->form == FORM_ALL_TO_ALL ? 2 : 1, extent,
                                      moves_parts(c) ? source_of(p, c) : NULL);
}

static void prepare_list(planner *p, node *list)
{
    for (node *n = list; n; n = n->next) {
        node **lists[2];
        if (n->kind == NODE_COLLECTIVE && n->u.collective.form != FORM_BARRIER)
            prepare(p, n);
        for (int i = 0, count = node_lists(n, lists); i < count; i++)
            prepare_list(p, *lists[i]);
    }
}

void collectives_prepare(planner *p)
{
    if (!p->layout->linear)
        return;
    prepare_list(p, p->body);
    temporaries_place(p);
}

/* --- Who calls it ---------------------------------------------------------------------------- */

/* Why not all processors execute what is in the node, or not equally often; null: nothing says
 * so. */
static const char *why_not_all(planner *p, const node *n)
{
    if (n->kind == NODE_IF && n->u.cond.queries_rank)
        return arena_printf(p->arena, "the condition of line %d asks which processor this is",
                            n->where.line);
    if (n->kind == NODE_TASK && !n->u.task.is_placement && home_is_restricted(&n->u.task.on))
        return arena_printf(p->arena, "the task of line %d is for some of the processors",
                            n->where.line);
    if (n->kind == NODE_LOOP && n->u.loop.split_on)
        return arena_printf(p->arena, "the loop of line %d is divided among the processors",
                            n->where.line);
    return NULL;
}

static void give_up(planner *p, node *n, const char *why)
{
    const char *name = n->u.collective.name;
    unknown_effect *u = ARENA_NEW(p->arena, unknown_effect);
    *u = (unknown_effect){.kind = UNKNOWN_FLOW,
                          .where = n->where,
                          .reason = arena_printf(p->arena, "not all call '%s': %s", name, why),
                          .is_of_some = true,
                          .next = n->unknowns};
    diag_report(p->ctx->diags, DIAG_WARNING, "mpi", n->where,
                "not all processors call '%s' here: %s; those that do wait for the others, and "
                "what it takes is not in the prediction; call it where all of them come",
                name, why);
    n->kind = NODE_STATEMENT;
    n->u.stmt = (statement_node){0};
    n->unknowns = u;
}

static void check_list(planner *p, node *list, const char *why)
{
    for (node *n = list; n; n = n->next) {
        node **lists[2];
        const char *inside = why_not_all(p, n);
        if (n->kind == NODE_COLLECTIVE && why)
            give_up(p, n, why);
        for (int i = 0, count = node_lists(n, lists); i < count; i++)
            check_list(p, *lists[i], inside ? inside : why);
    }
}

void collectives_check(planner *p)
{
    check_list(p, p->body, NULL);
}

/* --- As communications ------------------------------------------------------------------------ */

static comm_kind kind_of(collective_form form)
{
    switch (form) {
    case FORM_BARRIER:
        return COMM_BARRIER;
    case FORM_BROADCAST:
        return COMM_BROADCAST;
    case FORM_REDUCE:
    case FORM_ALL_REDUCE:
        return COMM_REDUCE;
    case FORM_GATHER:
        return COMM_GATHER;
    case FORM_SCATTER:
        return COMM_REDISTRIBUTE;
    case FORM_ALL_GATHER:
        return COMM_ALLGATHER;
    case FORM_ALL_TO_ALL:
        return COMM_TRANSPOSE;
    }
    return COMM_BARRIER;
}

static home home_at(const axis_map *map, const expr *index)
{
    home h = {.grid = map->grid};
    h.axis[0] = (home_axis){.is_restricted = true, .map = *map, .index = index};
    return h;
}

static loop_range range_over(planner *p, const expr *count, const char *name, source_range where)
{
    const expr *zero = expr_int(p->pool, 0), *one = expr_int(p->pool, 1);
    return (loop_range){expr_new_loop_var(p->pool, name, where), zero,
                        expr_sub(p->pool, count, one), one};
}

/* Who needs which part. */
static need need_of(planner *p, const node *n)
{
    const collective_node *c = &n->u.collective;
    reference *ref = ARENA_NEW(p->arena, reference);
    loop_range *range = ARENA_ARRAY(p->arena, 2, loop_range);
    need out = {.ref = ref, .range = range};
    ref->var = c->parts;
    ref->where = n->where;
    if (c->form == FORM_ALL_TO_ALL)
        range[out.range_count++] = range_over(p, processors_of(p), "sender", n->where);
    range[out.range_count++] = range_over(p, total_of(p, c), "element", n->where);
    for (int d = 0; d < out.range_count; d++)
        ref->sub[d] = (subscript){SUBSCRIPT_VALUE, expr_loop_var(p->pool, range[d].var)};
    const expr *element = ref->sub[out.range_count - 1].value;
    axis_map parts = map_of_parts(p, c, 0), processors = map_of_processors(p);
    if (c->form == FORM_GATHER)
        out.at = home_at(&processors, c->root);
    else if (c->form != FORM_ALL_GATHER)
        out.at = home_at(&parts, element);
    return out;
}

static const char *reason_of(planner *p, const collective_node *c)
{
    static const char *const does[] = {
        [FORM_BARRIER] = "all wait for each other",
        [FORM_BROADCAST] = "one processor's values go to all",
        [FORM_REDUCE] = "all processors' values are combined for one",
        [FORM_ALL_REDUCE] = "all processors' values are combined, and all get the result",
        [FORM_GATHER] = "one processor gets all parts",
        [FORM_SCATTER] = "each processor gets its part from one",
        [FORM_ALL_GATHER] = "every processor gets all parts",
        [FORM_ALL_TO_ALL] = "each processor has a part for each",
    };
    return arena_printf(p->arena, "%s: %s", c->name, does[c->form]);
}

node *collective_replace(planner *p, node *n)
{
    const collective_node *c = &n->u.collective;
    node *head = NULL, *tail = NULL;
    if (!p->layout->linear)
        return NULL;
    exchange *x = exchange_new(p, kind_of(c->form), c->parts, n->where, NULL, false);
    communication *comm = x->comm;
    comm->call = c;
    comm->op = c->op;
    comm->contiguous_axis = moves_parts(c) ? 0 : -1;
    comm->is_to_one = c->form == FORM_REDUCE;
    if (moves_parts(c)) {
        need parts = need_of(p, n);
        VEC_PUSH(p->arena, &x->needs, parts);
    } else {
        comm->group.grid = p->layout->linear;
        comm->along[0] = true;
        comm->elements = c->elements;
    }
    xmp_comm_append(p, &head, &tail, x);
    comm->reason = reason_of(p, c);
    return head;
}
