/* What the plan communicates between the parts of one simple statement, as between two calls, or
 * two variables that are declared with values: the text has no place there, but before it. */

#include <string.h>

#include "codegen/statement/comm_prologue.h"
#include "codegen/statement/hoist_comm.h"
#include "codegen/text/span.h"

static bool names(const expr *x, const char *name)
{
    if (!x)
        return false;
    if (x->kind == EXPR_PARAM)
        return strcmp(x->u.param->name, name) == 0;
    for (int i = 0; !expr_is_leaf(x->kind) && i < x->u.op.count; i++)
        if (names(x->u.op.operand[i], name))
            return true;
    return false;
}

static bool need_names(const need *n, const char *name)
{
    for (int d = 0; d < n->ref->var->rank; d++)
        if (n->ref->sub[d].kind == SUBSCRIPT_VALUE && names(n->ref->sub[d].value, name))
            return true;
    for (int l = 0; l < n->range_count; l++)
        if (names(n->range[l].lower, name) || names(n->range[l].upper, name) ||
            names(n->range[l].step, name))
            return true;
    for (int k = 0; n->at.grid && k < n->at.grid->rank; k++)
        if (n->at.axis[k].is_restricted && names(n->at.axis[k].index, name))
            return true;
    return false;
}

/* Does the node set what is sent, or what says which elements are? */
static bool changes(const node *n, const communication *c)
{
    const node *inner[2];
    const statement_node *s = n->kind == NODE_STATEMENT ? &n->u.stmt : NULL;
    if (s && s->write && s->write->var == c->var)
        return true;
    for (int i = 0; s && s->scalar && i < c->need_count; i++)
        if (need_names(&c->needs[i], s->scalar->name))
            return true;
    for (int i = node_below(n, inner); i-- > 0;)
        for (const node *m = inner[i]; m; m = m->next)
            if (changes(m, c))
                return true;
    return false;
}

bool comm_is_hoistable(const node *leader, const node *comm)
{
    if (comm_is_epilogue(comm) || comm->u.comm->is_explicit)
        return false;
    for (const node *n = leader; n != comm; n = n->next) {
        bool is_part = n->kind == NODE_CALL || (n->kind == NODE_STATEMENT && !n->u.stmt.write);
        if (n->kind != NODE_COMM && (!is_part || is_generated_node(n) || changes(n, comm->u.comm)))
            return false;
    }
    return true;
}
