/* What communications that combine results, or take them home, begin with. */

#include "codegen/statement/comm_prologue.h"
#include "codegen/communication/communication.h"
#include "codegen/text/work.h"

/* It ends what begins with the statements before it: partial results, or values that
 * others own. */
bool comm_is_epilogue(const node *n)
{
    return n->kind == NODE_COMM && !n->u.comm->call &&
           (n->u.comm->kind == COMM_REDUCE || n->u.comm->is_write_back);
}

static bool leaves_open(const node *list, const communication *c, bool is_divided);

/* Does it go along this axis? A write-back, and what the axes of another grid divide, does along
 * all. */
static bool goes_along(const communication *c, const proc_grid *grid, int axis)
{
    return c->kind != COMM_REDUCE || c->group.grid != grid || c->along[axis];
}

/* Are those who execute it not the same along the axes that the communication goes along? */
static bool is_restricted_along(const home *at, const communication *c)
{
    for (int k = 0; at->grid && k < at->grid->rank; k++)
        if (at->axis[k].is_restricted && goes_along(c, at->grid, k))
            return true;
    return at->grid && at->grid->of;
}

/* Does it differ along the axes that the communication goes along? */
static bool differs_along(const expr *e, const communication *c)
{
    if (!e->uses_coord)
        return false;
    if (e->kind == EXPR_COORD)
        return goes_along(c, e->u.on.grid, e->u.on.axis);
    if (e->axis)
        return goes_along(c, e->axis->grid, e->axis->axis);
    for (int i = 0; i < e->u.op.count; i++)
        if (differs_along(e->u.op.operand[i], c))
            return true;
    return false;
}

/* Does each processor along them keep its own iterations of the loop? A tile's are all one's. */
static bool keeps_own(const node *n, const communication *c)
{
    return n->kind == NODE_LOOP && n->u.loop.whole &&
           (differs_along(n->u.loop.range.lower, c) || differs_along(n->u.loop.range.upper, c));
}

/* Do only some of the processors that the communication is among execute it, or each a part of its
 * iterations? What processors along other axes do is the same for all of these. */
static bool divides(const node *n, const communication *c)
{
    const axis_map *split = n->kind == NODE_LOOP ? n->u.loop.split_on : NULL;
    return (split && goes_along(c, split->grid, split->axis)) || keeps_own(n, c) ||
           (n->kind == NODE_TASK && is_restricted_along(&n->u.task.on, c)) ||
           (n->kind == NODE_STATEMENT && is_restricted_along(&n->u.stmt.at, c));
}

/* Does the epilogue end what `c` does, too? Not where it combines along other axes only: the parts
 * along those of `c` are there still. */
static bool ends(const node *n, const communication *c)
{
    if (!comm_is_epilogue(n) || n->u.comm->var != c->var)
        return false;
    const communication *other = n->u.comm;
    if (other->kind != COMM_REDUCE || c->kind != COMM_REDUCE || other->group.grid != c->group.grid)
        return true;
    bool goes = false;
    for (int k = 0; k < MAX_RANK; k++) {
        if (other->along[k] && c->along[k])
            return true;
        goes |= other->along[k];
    }
    return !goes;
}

/* Is it one of the references whose elements are combined? Needs of equal ones are one. */
static bool is_combined(const communication *c, const reference *r)
{
    for (int i = 0; i < c->need_count; i++) {
        const reference *other = c->needs[i].ref;
        bool is = other->var == r->var;
        for (int d = 0; d < r->var->rank && is; d++)
            is = other->sub[d].kind == r->sub[d].kind && other->sub[d].value == r->sub[d].value;
        if (is)
            return true;
    }
    return false;
}

/* Does the node make what the communication combines or writes back? What all processors alike add
 * to a result is no part of it: they have all of it. A directive combines what the nodes have,
 * whatever made it. */
static bool makes(const node *n, const communication *c, bool is_divided)
{
    const node *inner[2];
    const statement_node *s = n->kind == NODE_STATEMENT ? &n->u.stmt : NULL;
    if (c->kind == COMM_REDUCE && c->is_explicit && !c->is_of_loop)
        return false;
    is_divided |= divides(n, c);
    if (s && c->kind == COMM_REDUCE && s->reduce == c->op && is_divided &&
        (s->scalar == c->var || (s->write && s->write->var == c->var)))
        return true;
    if (s && c->kind != COMM_REDUCE && s->write && s->write->var == c->var &&
        (c->op == REDUCE_NONE || (s->reduce == c->op && is_combined(c, s->write))))
        return true;
    for (int i = node_below(n, inner); i-- > 0;)
        if (leaves_open(inner[i], c, is_divided))
            return true;
    return false;
}

/* Does something in the list make it, and nothing after that end it there? */
static bool leaves_open(const node *list, const communication *c, bool is_divided)
{
    bool is_open = false;
    for (const node *n = list; n; n = n->next)
        is_open = ends(n, c) ? false : is_open || makes(n, c, is_divided);
    return is_open;
}

/* Do the nodes first … stop - 1 make it? */
static bool some_make(const node *first, const node *stop, const communication *c)
{
    for (const node *n = first; n != stop; n = n->next)
        if (makes(n, c, false))
            return true;
    return false;
}

/* Before the statement of the nodes first … next - 1, of a list that ends at `stop`: what
 * the communications after it begin with. */
void emit_comm_prologues(emitter *e, const node *list, const node *first, const node *next,
                         const node *stop, const char *indent)
{
    for (const node *r = next; r && r != stop; r = r->next) {
        if (!comm_is_epilogue(r) || !some_make(first, next, r->u.comm))
            continue;
        const communication *c = r->u.comm;
        const node *since = list; /* the closing before */
        for (const node *m = list; m != first; m = m->next)
            since = ends(m, c) ? m->next : since;
        bool is_nearest = true; /* of what ends it */
        for (const node *m = next; m != r; m = m->next)
            is_nearest &= !ends(m, c);
        if (is_nearest && !some_make(since, first, c))
            emit_comm_prologue(e, c, indent);
    }
}
