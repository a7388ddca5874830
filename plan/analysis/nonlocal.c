#include "plan/analysis/nonlocal.h"

#include <stdlib.h>

#include "plan/planner/owner.h"
#include "plan/planner/sites.h"

/* What one reference needs from other processors: nothing, or a pattern named
 * by the distance of its cells from those of the executing processor, axis by axis. */

static const expr *source_cell(planner *p, const axis_map *m, const reference *ref)
{
    switch (m->source) {
    case AXIS_FIXED:
        return m->offset;
    case AXIS_REPLICATED:
        return NULL;
    case AXIS_BY_DIM:
        return ref->sub[m->dim].kind == SUBSCRIPT_VALUE ? axis_index(p, m, ref->sub[m->dim].value)
                                                        : NULL;
    }
    return NULL;
}

/* The same where the subscript goes straight on, but at the ends of its range. */
static const expr *straight_cell(planner *p, const axis_map *m, const reference *ref)
{
    return m->source == AXIS_BY_DIM && ref->sub[m->dim].kind == SUBSCRIPT_VALUE
               ? axis_index(p, m, reference_straight(ref, m->dim))
               : source_cell(p, m, ref);
}

static const expr *home_cell(planner *p, const home *h, int k)
{
    return h->axis[k].is_restricted && !h->axis[k].last
               ? axis_index(p, &h->axis[k].map, h->axis[k].index)
               : NULL;
}

/* Has every processor that executes a copy, along a replicated axis? A part of the
 * processors keeps its copies to itself. */
static bool has_copy(const array_map *m, const home *at)
{
    return !m->grid->of || at->grid == m->grid;
}

bool need_is_local_along(planner *p, const site *at, const reference *ref, int k)
{
    const array_map *m = map_of(p, ref->var);
    const axis_map *axis = &m->axis[k];
    if (axis->source == AXIS_REPLICATED)
        return has_copy(m, &at->at);
    if (at->at.grid != m->grid)
        return false;
    const expr *have = source_cell(p, axis, ref);
    return have && have == home_cell(p, &at->at, k) && same_cells(axis, &at->at.axis[k].map);
}

bool need_offset_along(planner *p, const site *at, const reference *ref, int k, int64_t *by)
{
    const array_map *m = map_of(p, ref->var);
    const axis_map *axis = &m->axis[k];
    const home_axis *h = &at->at.axis[k];
    return axis->source == AXIS_BY_DIM && at->at.grid == m->grid && h->is_restricted &&
           ref->sub[axis->dim].kind == SUBSCRIPT_VALUE && same_cells(axis, &h->map) &&
           expr_is_int(expr_sub(p->pool, axis_index(p, axis, ref->sub[axis->dim].value),
                                axis_index(p, &h->map, h->index)),
                       by);
}

bool need_is_local(planner *p, const site *at, const reference *ref)
{
    const array_map *m = map_of(p, ref->var);
    for (int k = 0; m && k < m->grid->rank; k++) {
        if (!need_is_local_along(p, at, ref, k))
            return false;
    }
    return true;
}

bool write_is_local(planner *p, const site *at, const reference *ref)
{
    const array_map *m = map_of(p, ref->var);
    if (at->at.grid && at->at.grid->of && (!m || m->grid != at->at.grid))
        return false; /* of those outside of that part none executes it */
    for (int k = 0; at->at.grid && k < at->at.grid->rank; k++) {
        if (!at->at.axis[k].is_restricted)
            continue; /* all along the axis execute it, the owner among them */
        if (!m || m->axis[k].source == AXIS_REPLICATED || !need_is_local_along(p, at, ref, k))
            return false;
    }
    return true;
}

/* --- Kinds ----------------------------------------------------------------- */

static bool moves_from(planner *p, const site *at, int step, const expr *e)
{
    const loop_var **vars = NULL;
    int n = e ? expr_loop_vars(p->pool, e, &vars) : 0;
    for (int i = 0; i < n; i++) {
        for (int s = step; s < at->depth; s++) {
            const loop_node *l = step_loop(&at->path[s]);
            if (l && l->range.var == vars[i])
                return true;
        }
    }
    return false;
}

static bool shares_moving_var(planner *p, const site *at, int step, const expr *a, const expr *b)
{
    const loop_var **vars = NULL;
    int n = a && b ? expr_loop_vars(p->pool, a, &vars) : 0;
    for (int i = 0; i < n; i++) {
        if (expr_mentions(b, vars[i]) && moves_from(p, at, step, expr_loop_var(p->pool, vars[i])))
            return true;
    }
    return false;
}

/* Does what moves along axis k on one side move along another dimension on the
 * other side? */
static bool is_exchanged(planner *p, const site *at, const reference *ref, int step, int k)
{
    const axis_map *axis = &map_of(p, ref->var)->axis[k];
    const expr *have = source_cell(p, axis, ref), *want = home_cell(p, &at->at, k);
    for (int other = 0; other < at->at.grid->rank; other++) {
        if (other != k && shares_moving_var(p, at, step, have, home_cell(p, &at->at, other)))
            return true;
    }
    for (int d = 0; d < ref->var->rank; d++) {
        if (d != axis->dim && ref->sub[d].kind == SUBSCRIPT_VALUE &&
            shares_moving_var(p, at, step, ref->sub[d].value, want))
            return true;
    }
    return false;
}

static comm_kind axis_kind(planner *p, const site *at, const reference *ref, int step, int k)
{
    const array_map *m = map_of(p, ref->var);
    const axis_map *axis = &m->axis[k];
    const expr *have = source_cell(p, axis, ref);
    if (!have)
        return axis->source == AXIS_REPLICATED ? has_copy(m, &at->at) ? COMM_SHIFT : COMM_BROADCAST
               : ref->sub[axis->dim].kind == SUBSCRIPT_WHOLE ? COMM_ALLGATHER
                                                             : COMM_IRREGULAR;
    bool have_moves = moves_from(p, at, step, have);
    if (at->at.grid != m->grid)
        return !at->at.grid ? (have_moves ? COMM_ALLGATHER : COMM_BROADCAST) : COMM_REDISTRIBUTE;
    const expr *want = home_cell(p, &at->at, k);
    if (!want)
        return have_moves ? COMM_ALLGATHER : COMM_BROADCAST;
    bool want_moves = moves_from(p, at, step, want);
    if (!have_moves && want_moves)
        return COMM_BROADCAST;
    if (have_moves && !want_moves)
        return COMM_GATHER;
    bool is_same = same_cells(axis, &at->at.axis[k].map);
    if (!have_moves)
        return is_same && !expr_sub(p->pool, have, want)->uses_loop_var ? COMM_SHIFT
                                                                        : COMM_BROADCAST;
    const expr *straight = straight_cell(p, axis, ref);
    if (is_same && (!moves_from(p, at, step, expr_sub(p->pool, have, want)) ||
                    !moves_from(p, at, step, expr_sub(p->pool, straight, want))))
        return COMM_SHIFT;
    if (shares_moving_var(p, at, step, have, want))
        return COMM_REDISTRIBUTE;
    return is_exchanged(p, at, ref, step, k) ? COMM_TRANSPOSE : COMM_ALLGATHER;
}

int comm_weight(comm_kind kind)
{
    switch (kind) {
    case COMM_IRREGULAR:
        return 7;
    case COMM_TRANSPOSE:
        return 6;
    case COMM_REDISTRIBUTE:
        return 5;
    case COMM_ALLGATHER:
        return 4;
    case COMM_GATHER:
        return 3;
    case COMM_BROADCAST:
        return 2;
    case COMM_SHIFT:
        return 1;
    case COMM_WRITE_BACK:
    case COMM_REDUCE:
    case COMM_ELEMENT:
    case COMM_BARRIER:
    case COMM_WAIT:
    case COMM_POST:
    case COMM_WAIT_POST:
    case COMM_PUT:
    case COMM_GET:
        return 0;
    }
    return 0;
}

comm_kind need_kind(planner *p, const site *at, const reference *ref, int step)
{
    const array_map *m = map_of(p, ref->var);
    if (site_is_remap(at) && map_of(p, at->node->u.stmt.write->var))
        return COMM_REDISTRIBUTE;
    comm_kind kind = COMM_SHIFT;
    for (int k = 0; k < m->grid->rank; k++) {
        comm_kind here = axis_kind(p, at, ref, step, k);
        if (comm_weight(here) > comm_weight(kind))
            kind = here;
    }
    for (int s = step; s < at->depth && kind == COMM_SHIFT; s++) {
        if (step_is_loop(&at->path[s]))
            return kind;
    }
    bool in_loop = false;
    for (int s = 0; s < step; s++)
        in_loop |= step_is_loop(&at->path[s]);
    return kind == COMM_SHIFT && in_loop && !site_move(at) ? COMM_ELEMENT : kind;
}

/* --- Memory shape of messages ------------------------------------------------ */

static bool is_unit_step(planner *p, const need *n, int dim)
{
    const expr *value = reference_straight(n->ref, dim);
    if (n->ref->sub[dim].kind != SUBSCRIPT_VALUE)
        return false;
    for (int i = 0; i < n->range_count; i++) {
        const expr *c = NULL, *rest = NULL;
        int64_t coefficient = 0, step = 0;
        if (!expr_mentions(value, n->range[i].var))
            continue;
        return expr_affine(p->pool, value, n->range[i].var, &c, &rest) &&
               expr_is_int(c, &coefficient) && expr_is_int(n->range[i].step, &step) &&
               llabs(coefficient * step) == 1;
    }
    return true;
}

/* Do the elements of a row go to several receivers along axis k? As where indices are
 * exchanged: b[j][i] = a[i][j]. */
static bool divides_rows(const need *n, int k)
{
    const subscript *in_row = &n->ref->sub[n->ref->var->rank - 1];
    const home_axis *want = &n->at.axis[k];
    if (n->ref->var->rank == 1 || !n->at.grid || !want->is_restricted)
        return false;
    for (int i = 0; i < n->range_count; i++)
        if (expr_mentions(want->index, n->range[i].var) &&
            expr_mentions(in_row->value, n->range[i].var))
            return true;
    return false;
}

/* Rows of a matrix, and blocks of a vector, are runs of memory in C order; a
 * message across any other axis, or with gaps, is not. */
int need_contiguous_axis(planner *p, const need *n)
{
    const array_map *m = map_of(p, n->ref->var);
    int rank = n->ref->var->rank;
    if (!m || rank > 2 || !is_unit_step(p, n, rank - 1))
        return -1;
    for (int k = 0; k < m->grid->rank; k++) {
        if (m->axis[k].source == AXIS_BY_DIM && m->axis[k].dim == 0)
            return n->at.grid == m->grid && divides_rows(n, k) ? -1 : k;
    }
    return -1;
}

/* Do receivers take rows (or elements of a vector), each as far from its own as others? */
static bool is_of_rows(planner *p, const need *n, const axis_map *have, const home_axis *want)
{
    const subscript *sub = &n->ref->sub[0];
    return sub->kind == SUBSCRIPT_VALUE && (have->source == AXIS_FIXED || have->dim == 0) &&
           !expr_sub(p->pool, want->index, sub->value)->uses_loop_var;
}

/* Then those of one receiver are contiguous: of two intervals, or dealt out alike one by one. */
static bool is_dense(planner *p, const axis_map *have, const axis_map *want)
{
    if (dist_is_interval(have->kind) && dist_is_interval(want->kind))
        return true;
    return have->kind == DIST_CYCLIC && same_cells(have, want) &&
           block_size(p, have) == expr_int(p->pool, 1);
}

bool need_has_gaps(planner *p, const need *n)
{
    const array_map *m = map_of(p, n->ref->var);
    if (!m || (n->at.grid && n->at.grid != m->grid)) /* without m: it goes to all copies */
        return true;
    for (int k = 0; n->at.grid && k < m->grid->rank; k++) {
        const axis_map *have = &m->axis[k];
        const home_axis *want = &n->at.axis[k];
        if (!want->is_restricted || have->source == AXIS_REPLICATED)
            continue; /* all that the sender has, or nothing */
        if (source_cell(p, have, n->ref) == home_cell(p, &n->at, k) && same_cells(have, &want->map))
            continue;
        if (!is_of_rows(p, n, have, want) || !is_dense(p, have, &want->map))
            return true;
    }
    return false;
}

/* --- Sentences --------------------------------------------------------------- */

static const char *piece_name(const variable *v, int dim)
{
    if (v->rank == 1)
        return "element";
    if (v->rank == 2)
        return dim == 0 ? "row" : "column";
    return "plane";
}

static bool leaves(planner *p, const communication *c, const need *n, int k)
{
    const axis_map *axis = &c->source.axis[k];
    return axis->source == AXIS_BY_DIM && !n->carried[k] &&
           source_cell(p, axis, n->ref) != home_cell(p, &n->at, k);
}

/* Do the needs of these references leave the processor's own cells along axis k? */
static bool one_leaves(planner *p, const exchange *x, int line, int k)
{
    for (int i = 0; i < x->served.count; i++) {
        const served *s = &x->served.data[i];
        if (s->kind == COMM_SHIFT && (!line || s->ref->where.line == line) &&
            leaves(p, x->comm, &x->needs.data[s->need], k))
            return true;
    }
    for (int i = 0; i < x->needs.count && x->served.count == 0; i++)
        if (leaves(p, x->comm, &x->needs.data[i], k))
            return true;
    return false;
}

/* "a row and a column of its neighbours": the dimensions in which the needs
 * leave the processor's own cells. */
static const char *shift_reason(planner *p, const exchange *x, int line)
{
    const communication *c = x->comm;
    const char *pieces = NULL;
    for (int k = 0; k < c->source.grid->rank; k++) {
        if (!one_leaves(p, x, line, k))
            continue;
        const char *name = piece_name(c->var, c->source.axis[k].dim);
        const char *piece = arena_printf(p->arena, "%s %s", *name == 'e' ? "an" : "a", name);
        pieces = pieces ? arena_printf(p->arena, "%s and %s", pieces, piece) : piece;
    }
    return arena_printf(p->arena, "'%s' needs %s of its neighbours", c->var->name,
                        pieces ? pieces : "elements");
}

const char *need_reason_of(planner *p, const exchange *x, comm_kind kind, int line)
{
    const communication *c = x->comm;
    const char *name = comm_subject(c);
    switch (kind) {
    case COMM_SHIFT:
        return shift_reason(p, x, line);
    case COMM_BROADCAST:
        return arena_printf(p->arena, "one processor's part of '%s' is needed by others", name);
    case COMM_GATHER:
        return arena_printf(p->arena, "'%s' is gathered where its elements are used", name);
    case COMM_ALLGATHER:
        return arena_printf(p->arena, "every processor needs the others' parts of '%s'", name);
    case COMM_WRITE_BACK:
        return arena_printf(p->arena, "computed values of '%s' go to their owners", name);
    case COMM_TRANSPOSE:
        return arena_printf(p->arena, "'%s' is read with its indices exchanged", name);
    case COMM_REDISTRIBUTE:
        if (x->at && site_is_remap(x->at))
            return arena_printf(p->arena, "'%s' gets another distribution", name);
        return arena_printf(p->arena, "'%s' is distributed otherwise than what it is used for",
                            name);
    case COMM_REDUCE:
        return arena_printf(p->arena, "the parts of '%s' are combined, and all get the result",
                            name);
    case COMM_IRREGULAR:
        return arena_printf(p->arena,
                            "'%s' is %s through an index known only at run time: "
                            "an upper bound",
                            name,
                            c->op         ? "added to"
                            : x->is_after ? "written"
                                          : "read");
    case COMM_ELEMENT:
        return arena_printf(p->arena, "'%s' is needed element by element, inside the loop", name);
    case COMM_BARRIER:
        return "all wait for each other";
    case COMM_WAIT:
        return "what has been started is waited for";
    case COMM_POST:
        return "one processor is told to go on";
    case COMM_WAIT_POST:
        return "waits for a post";
    case COMM_PUT:
        return arena_printf(p->arena, "'%s' of another image is written", name);
    case COMM_GET:
        return arena_printf(p->arena, "'%s' of another image is read", name);
    }
    return "";
}
