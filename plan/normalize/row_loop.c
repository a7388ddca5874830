#include "plan/normalize/row_loop.h"

#include "plan/normalize/inline.h"

/* for (k = 0; k < N*M; k++) a[k] = .. of an array of N rows of M elements is what
 * for (i = 0; i < N; i++) for (j = 0; j < M; j++) a[i*M + j] = .. is. */

/* The extent by which the loop is to be divided, so that its variable moves along one dimension of
 * the reference alone; null: it does. */
static const expr *row_extent(planner *p, const reference *r, const loop_var *v, int *dim)
{
    const expr *by, *rest, *stride = expr_int(p->pool, 1);
    if (!r || !r->is_linear || r->sub[0].kind != SUBSCRIPT_VALUE ||
        !expr_affine(p->pool, r->sub[0].value, v, &by, &rest))
        return NULL;
    for (int d = r->var->rank - 1; d > 0 && r->var->extent[d]; d--) {
        if (by == stride) {
            *dim = d;
            return r->var->extent[d];
        }
        stride = expr_mul(p->pool, stride, r->var->extent[d]);
    }
    return NULL;
}

/* Are the iterations whole rows, and more than one? */
static bool divides(planner *p, const loop_range *range, const expr *extent, const expr **rows)
{
    const expr *rest, *one = expr_int(p->pool, 1);
    int64_t lower, step, left, count;
    return expr_is_int(range->lower, &lower) && lower == 0 && expr_is_int(range->step, &step) &&
           step == 1 &&
           expr_split(p->pool, expr_add(p->pool, range->upper, one), extent, rows, &rest) &&
           expr_is_int(rest, &left) && left == 0 && !(expr_is_int(*rows, &count) && count <= 1);
}

/* Of the references in a list, the first extent that divides the loop; null: none. */
static const expr *find_extent(planner *p, const node *list, const loop_range *range,
                               const expr **rows, int *dim)
{
    for (const node *n = list; n; n = n->next) {
        const node *below[2];
        bool is_statement = n->kind == NODE_STATEMENT, is_if = n->kind == NODE_IF;
        const expr *e = is_statement ? row_extent(p, n->u.stmt.write, range->var, dim) : NULL;
        int count = is_statement ? n->u.stmt.read_count : is_if ? n->u.cond.read_count : 0;
        const reference *const *reads = is_statement ? n->u.stmt.reads : n->u.cond.reads;
        for (int i = 0; !e && i < count; i++)
            e = row_extent(p, reads[i], range->var, dim);
        if (e && divides(p, range, e, rows))
            return e;
        for (int i = 0, lists = node_below(n, below); i < lists; i++)
            if ((e = find_extent(p, below[i], range, rows, dim)))
                return e;
    }
    return NULL;
}

static bool is_plain(const loop_node *l)
{
    return l->is_exact && l->parallel != LOOP_FORALL && !l->on_explicit && !l->hinted &&
           !l->strip && l->reach.kind == REACH_OWN;
}

static loop_range counted_from_0(planner *p, const loop_var *v, const char *name, const expr *count)
{
    expr_pool *pool = p->pool;
    return (loop_range){.var = expr_new_loop_var(pool, name, v->where),
                        .lower = expr_int(pool, 0),
                        .upper = expr_sub(pool, count, expr_int(pool, 1)),
                        .step = expr_int(pool, 1)};
}

static void split(planner *p, node *n, const expr *extent, int dim, const expr *rows)
{
    expr_pool *pool = p->pool;
    loop_node *outer = &n->u.loop;
    const loop_var *old = outer->range.var;
    node *inner = node_new_made(p->ctx, NODE_LOOP, n->where);
    inner->u = n->u;
    const char *name = outer->row_var ? outer->row_var->name : old->name;
    outer->range = counted_from_0(p, old, arena_printf(p->arena, "%s_row", name), rows);
    inner->u.loop.range =
        counted_from_0(p, old, arena_printf(p->arena, "%s_%d", name, dim + 1), extent);
    outer->is_of_rows = true;
    outer->trips = rows;
    inner->u.loop.trips = extent;
    const expr *now = expr_add(pool, expr_mul(pool, expr_loop_var(pool, outer->range.var), extent),
                               expr_loop_var(pool, inner->u.loop.range.var));
    const param *none = NULL;
    const expr_substitution values = {.count = 1, .vars = &old, .params = &none, .with = &now};
    inner->u.loop.body = instance_substitute(p, outer->body, &values);
    inner->u.loop.row_var = NULL;
    outer->body = inner;
    outer->row_value = outer->row_var ? expr_substitute(pool, outer->row_value, &values) : now;
    outer->row_var = outer->row_var ? outer->row_var : old;
}

static void split_list(planner *p, node *list)
{
    for (node *n = list; n; n = n->next) {
        node **below[2];
        const expr *extent, *rows;
        int dim;
        while (n->kind == NODE_LOOP && is_plain(&n->u.loop) &&
               (extent = find_extent(p, n->u.loop.body, &n->u.loop.range, &rows, &dim)))
            split(p, n, extent, dim, rows);
        for (int i = 0, count = node_lists(n, below); i < count; i++)
            split_list(p, *below[i]);
    }
}

void row_loops_make(planner *p)
{
    split_list(p, p->body);
}
