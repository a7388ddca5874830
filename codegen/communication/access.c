/* Shared access: which communications are accesses between barriers, and which stay messages. */

#include "codegen/communication/communication.h"
#include "program/tree/communication.h"

static bool has_owners(const home *at)
{
    for (int k = 0; at->grid && k < at->grid->rank; k++)
        if (at->axis[k].is_restricted)
            return true;
    return false;
}

static int tiled_loops(const node *list)
{
    int count = 0;
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        count += n->kind == NODE_LOOP && n->u.loop.whole;
        for (int i = node_below(n, inner); i-- > 0;)
            count += tiled_loops(inner[i]);
    }
    return count;
}

/* A tiled nest of one loop has no strips to hand on: its processors take turns, and the others may
 * as well wait at barriers meanwhile. */
static bool takes_turns(const node *blocks)
{
    for (const node *n = blocks->u.loop.body; n; n = n->next)
        if (n->kind == NODE_TASK && n->u.task.is_placement)
            return tiled_loops(n->u.task.body) == 1;
    return false;
}

/* Do only some of the processors come to what is in it, or one after the other? */
static bool is_apart(const node *n)
{
    return (n->kind == NODE_LOOP && (n->u.loop.split_on || n->u.loop.whole ||
                                     (n->u.loop.is_placement && !takes_turns(n)))) ||
           (n->kind == NODE_TASK && has_owners(&n->u.task.on) && !emit_is_crew(n));
}

/* Is there a place of it in the list that not all come to together? */
static bool is_anywhere_apart(const node *list, const communication *c, bool is_inside)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        if (n->kind == NODE_COMM && n->u.comm == c && is_inside)
            return true;
        for (int i = node_below(n, inner); i-- > 0;)
            if (is_anywhere_apart(inner[i], c, is_inside || is_apart(n)))
                return true;
    }
    return false;
}

const char *emit_access(emitter *e, const communication *c)
{
    if (!e->options->is_shared)
        return NULL;
    if (is_anywhere_apart(e->planned->body, c, false)) {
        diag_report(e->ctx->diags, DIAG_WARNING, "shared-messages", c->where,
                    "elements of '%s' go from processor to processor here while others compute, "
                    "and barriers, which shared access has, would have all wait: they are sent as "
                    "messages, and are so in the trace; distribute '%s' so that no iteration waits "
                    "for another one, or generate the program without --shared",
                    c->var->name, c->var->name);
        return NULL;
    }
    bool is_put =
        c->is_write_back || c->kind == COMM_WRITE_BACK || (c->ring && c->ring->is_reverse);
    return is_put ? "FPR_PUTS" : "FPR_GETS";
}
