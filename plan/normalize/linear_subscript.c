/* Delinearisation with proof (Grosser, Ramanujam, Pouchet, Sadayappan, Pop, "Optimistic
 * delinearization of parametrically sized arrays", ICS 2015), with the extents that the program
 * states. An index x of an array of rows of M elements is divided by M as a polynomial:
 *
 *     x = q M + r    for all values of its variables.
 *
 * If 0 <= r < M in every iteration, then q and r are the row and the place in it, as C counts
 * them. They are no other: division with a remainder in that range is unique. Where r is out of
 * range by a whole row, as in i*M - 1, that row is moved from one to the other (row_place.c). Of
 * three dimensions, q is divided again.
 *
 * What only the numbers of a run can tell (a[M + 1] with M > 1) is left to them: r is taken to be
 * in range, and each run looks (bound_check). Under a condition r may be in range only where that
 * holds: then a run whose numbers do not prove it for all iterations has proved nothing. */

#include "plan/normalize/linear_subscript.h"

#include "plan/normalize/row_place.h"
#include "plan/planner/owner.h"

typedef struct splitting {
    planner *p;
    VEC(const loop_node *) loops; /* around, the innermost last */
    bool is_address;              /* the element is not looked at */
    int guards;                   /* conditions around, and loops that may be left early */
    VEC(const reference *) told;  /* of which one was reported */
} splitting;

/* The loops around whose bounds are the same all through the run. */
static int fixed_ranges(splitting *s, const loop_range **out)
{
    loop_range *ranges = ARENA_ARRAY(s->p->arena, s->loops.count + 1, loop_range);
    int count = 0;
    for (int i = 0; i < s->loops.count; i++) {
        const loop_range *one = &s->loops.data[i]->range;
        if (!one->lower->uses_loop_var && !one->upper->uses_loop_var)
            ranges[count++] = *one;
    }
    *out = ranges;
    return count;
}

/* Of arrays that lie whole everywhere only misses depend on it. */
static bool leave_to_run(splitting *s, const reference *r, int dim, const row_place *found)
{
    planner *p = s->p;
    if (!found->least || !found->most)
        return false;
    bound_check check = {.where = r->where,
                         .declared_at = r->var->where,
                         .name = r->var->name,
                         .dim = dim,
                         .lower = found->least,
                         .upper = found->most,
                         .first = expr_int(p->pool, 0),
                         .end = r->var->extent[dim],
                         .is_row = true,
                         .is_guarded = s->guards > 0};
    check.range_count = fixed_ranges(s, &check.ranges);
    if (map_of(p, r->var) && !s->is_address)
        VEC_PUSH(p->arena, &p->bounds, check);
    return true;
}

/* *index becomes the row's, *place the one in the row. */
static bool split_row(splitting *s, const reference *r, int dim, const expr **index,
                      const expr **place)
{
    const expr *extent = r->var->extent[dim];
    row_place found;
    if (!extent || !row_place_find(s->p, s->loops.count, s->loops.data, *index, extent, &found))
        return false;
    *index = found.row;
    *place = found.place;
    return found.is_proved || leave_to_run(s, r, dim, &found);
}

static bool is_told(splitting *s, const reference *r)
{
    for (int i = 0; i < s->told.count; i++)
        if (s->told.data[i]->where.line == r->where.line &&
            s->told.data[i]->where.column == r->where.column)
            return true;
    VEC_PUSH(s->p->arena, &s->told, r);
    return false;
}

/* Who owns such an element is not known either, so the time has no bound. */
static void add_unknown(splitting *s, const reference *r)
{
    arena *a = s->p->arena;
    unknown_effect *u = ARENA_NEW(a, unknown_effect);
    const variable **arrays = ARENA_ARRAY(a, 1, const variable *);
    arrays[0] = r->var;
    *u = (unknown_effect){.kind = UNKNOWN_FLOW,
                          .where = r->where,
                          .reason = arena_printf(a,
                                                 "which element of '%s' a subscript means is "
                                                 "not proved",
                                                 r->var->name),
                          .array_count = 1,
                          .arrays = arrays,
                          .next = s->p->unknowns};
    s->p->unknowns = u;
}

static void report(splitting *s, const reference *r, int dim, const expr *index)
{
    fp_context *ctx = s->p->ctx;
    const variable *v = r->var;
    if (s->is_address || !map_of(s->p, v) || is_told(s, r))
        return;
    const expr *extent = v->extent[dim];
    const char *row = expr_text(ctx, extent);
    const char *factor = extent->kind == EXPR_ADD ? arena_printf(ctx->arena, "(%s)", row) : row;
    add_unknown(s, r);
    diag *d = diag_report(ctx->diags, DIAG_WARNING, "linear-subscript", r->where,
                          "which element of '%s' this is cannot be told: that '%s' stays within a "
                          "row of %s is not proved. It counts as an index known only at run time",
                          v->name, expr_text(ctx, index), row);
    diag_note(d, v->where,
              "'%s' is declared here; write its subscripts as row * %s + column, and let the "
              "column's loop end at %s",
              v->name, factor, row);
}

/* Fills in the subscripts of all dimensions; false: not proved. */
static bool split(splitting *s, const reference *from, reference *r)
{
    const expr *index = from->sub[0].value;
    for (int d = r->var->rank - 1; d > 0; d--) {
        const expr *whole = index;
        r->sub[d].kind = SUBSCRIPT_VALUE;
        if (!split_row(s, r, d, &index, &r->sub[d].value)) {
            report(s, from, d, whole);
            return false;
        }
    }
    r->sub[0] = (subscript){SUBSCRIPT_VALUE, index};
    return true;
}

/* Of p*M + j, where only a run tells p, j is split as if that were all, and the row is p and j's:
 * M times p leaves the place in the row as it is. False: p is multiplied by something else. */
static bool split_by_scalar(splitting *s, const reference *from, reference *r)
{
    expr_pool *pool = s->p->pool;
    const scalar_subscript *whole = &from->by_scalar[0];
    const expr *index = whole->offset, *factor = whole->factor;
    int64_t number = 0;
    for (int d = r->var->rank - 1; d > 0; d--) {
        const expr *extent = r->var->extent[d], *rest, *before = index;
        r->sub[d].kind = SUBSCRIPT_VALUE;
        if (!extent || !expr_split(pool, factor, extent, &factor, &rest) ||
            !expr_is_int(rest, &number) || number != 0)
            return false;
        if (!split_row(s, r, d, &index, &r->sub[d].value)) {
            report(s, from, d, before);
            return false;
        }
    }
    if (!expr_is_int(factor, &number) || number != 1 || index->uses_loop_var)
        return false;
    scalar_subscript *by = ARENA_ARRAY(s->p->arena, MAX_RANK, scalar_subscript);
    index_source *sources = ARENA_ARRAY(s->p->arena, MAX_RANK, index_source);
    by[0] = (scalar_subscript){.scalar = whole->scalar, .offset = index};
    sources[0] = (index_source){whole->scalar, expr_int(pool, 1), index};
    r->sub[0] = (subscript){SUBSCRIPT_INDIRECT, NULL};
    r->by_scalar = by;
    r->sources = sources;
    return true;
}

static const reference *renewed(splitting *s, const reference *from)
{
    if (!from || !from->is_linear)
        return from;
    reference *r = arena_copy(s->p->arena, from, sizeof *from);
    r->is_linear = false;
    r->is_split = true;
    r->by_scalar = NULL;
    bool is_by_row = from->sub[0].kind == SUBSCRIPT_INDIRECT && from->by_scalar &&
                     from->by_scalar[0].scalar && from->by_scalar[0].factor;
    if (is_by_row && split_by_scalar(s, from, r))
        return r;
    subscript all = {from->sub[0].kind, NULL};
    if (all.kind == SUBSCRIPT_VALUE && split(s, from, r))
        return r;
    if (all.kind == SUBSCRIPT_VALUE)
        all.kind = SUBSCRIPT_INDIRECT;
    for (int d = 0; d < r->var->rank; d++)
        r->sub[d] = all;
    return r;
}

/* --- What the index arithmetic costs ------------------------------------------------- */

/* A variable, a constant, or one plus or minus the other, as the front end asks of subscripts that
 * are written for each dimension. `variables`: that have been added to it. */
static bool is_plain(const expr *e, int variables)
{
    const expr *const *terms = e->kind == EXPR_ADD ? (const expr *const *)e->u.op.operand : &e;
    for (int i = 0, count = e->kind == EXPR_ADD ? e->u.op.count : 1; i < count; i++) {
        const expr *t = terms[i];
        int64_t times = 1;
        if (t->kind == EXPR_MUL && t->u.op.count == 2 && expr_is_int(t->u.op.operand[0], &times))
            t = t->u.op.operand[1];
        bool is_number = t->kind == EXPR_INT ||
                         (t->kind == EXPR_PARAM && (t->u.param->origin == PARAM_MACRO ||
                                                    t->u.param->origin == PARAM_CONSTANT));
        bool is_variable = t->kind == EXPR_LOOP_VAR || t->kind == EXPR_PARAM;
        if (!is_number && (!is_variable || (times != 1 && times != -1)))
            return false;
        variables += !is_number;
    }
    return variables <= 1;
}

static int index_operations(const reference *r)
{
    const expr *added = r->by_scalar ? r->by_scalar[0].offset : NULL;
    int count = r->sub[0].kind == SUBSCRIPT_INDIRECT && (!added || !is_plain(added, 1));
    for (int d = 0; d < r->var->rank; d++)
        count += r->sub[d].kind == SUBSCRIPT_VALUE && !is_plain(r->sub[d].value, 0);
    return count;
}

/* What the subscripts of `from` cost is what those of `to` do. */
static void recount(op_tally *ops, const reference *from, const reference *to)
{
    if (to == from || from->index_operations < 0)
        return;
    ops->n[OP_INDEX] += (unsigned)index_operations(to);
    ops->n[OP_INDEX] -= (unsigned)from->index_operations;
}

static const reference *const *renewed_reads(splitting *s, op_tally *ops, int count,
                                             const reference *const *reads)
{
    const reference **out = ARENA_ARRAY(s->p->arena, count + 1, const reference *);
    for (int i = 0; i < count; i++) {
        out[i] = renewed(s, reads[i]);
        recount(ops, reads[i], out[i]);
    }
    return out;
}

static const on_clause *renewed_clause(splitting *s, const on_clause *clause)
{
    if (!clause || !clause->ref || !clause->ref->is_linear)
        return clause;
    on_clause *out = arena_copy(s->p->arena, clause, sizeof *clause);
    out->ref = renewed(s, clause->ref);
    return out;
}

static void split_statement(splitting *s, statement_node *n)
{
    const reference *write = n->write;
    n->write = renewed(s, write);
    if (write)
        recount(&n->ops, write, n->write);
    n->reads = renewed_reads(s, &n->ops, n->read_count, n->reads);
}

/* Where parts of arrays begin that are passed. */
static void split_arguments(splitting *s, call_node *c)
{
    argument *all = ARENA_ARRAY(s->p->arena, c->argument_count + 1, argument);
    s->is_address = true;
    for (int i = 0; i < c->argument_count; i++) {
        all[i] = c->arguments[i];
        all[i].first = renewed(s, all[i].first);
    }
    s->is_address = false;
    c->arguments = all;
}

static void split_list(splitting *s, node *list)
{
    for (node *n = list; n; n = n->next) {
        node **lists[2];
        if (n->kind == NODE_STATEMENT) {
            split_statement(s, &n->u.stmt);
        } else if (n->kind == NODE_IF) {
            n->u.cond.reads =
                renewed_reads(s, &n->u.cond.ops, n->u.cond.read_count, n->u.cond.reads);
        } else if (n->kind == NODE_CALL) {
            split_arguments(s, &n->u.call);
        } else if (n->kind == NODE_LOOP) {
            VEC_PUSH(s->p->arena, &s->loops, &n->u.loop);
        }
        bool is_guard = n->kind == NODE_IF || (n->kind == NODE_LOOP && !n->u.loop.is_exact);
        s->guards += is_guard;
        for (int i = 0, count = node_lists(n, lists); i < count; i++)
            split_list(s, *lists[i]);
        s->guards -= is_guard;
        if (n->kind == NODE_LOOP) {
            n->u.loop.on_explicit = renewed_clause(s, n->u.loop.on_explicit);
            s->loops.count--;
        }
    }
}

void linear_subscripts_split(planner *p)
{
    splitting s = {.p = p};
    split_list(&s, p->body);
}
