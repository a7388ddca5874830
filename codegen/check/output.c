/* Only the first process writes to standard output, so that what all execute is printed once.
 * What others alone execute does not appear there. */

#include <string.h>

#include "codegen/text/emitter.h"
#include "program/membership.h"

/* Does the first processor execute what the node is around: all of it, as far as that is known?
 * `is_else`: of a condition, what is executed where it does not hold. */
static bool is_for_first(emitter *e, const node *n, bool is_else)
{
    const if_node *c = &n->u.cond;
    int64_t number;
    switch (n->kind) {
    case NODE_LOOP:
        return !n->u.loop.split_on ||
               env_extent(e->env, n->u.loop.split_on->grid, n->u.loop.split_on->axis) == 1;
    case NODE_TASK:
        return members_has(e->env, &n->u.task.on, 0);
    case NODE_STATEMENT:
        return members_has(e->env, &n->u.stmt.at, 0);
    case NODE_IF:
        return !c->queries_rank || (c->node_number && expr_is_int(c->node_number, &number) &&
                                    (number == 0) != (c->is_node_other != is_else));
    case NODE_WHILE:
    case NODE_CALL:
    case NODE_COMM:
    case NODE_REFLECT:
    case NODE_REDUCE:
    case NODE_BCAST:
    case NODE_BARRIER:
    case NODE_WAIT:
    case NODE_POST:
    case NODE_WAIT_POST:
    case NODE_GMOVE:
    case NODE_REMAP:
    case NODE_BREAK:
    case NODE_RETURN:
        return true;
    }
    return true;
}

/* printf and the like; or does it name the stream, and a file, or standard error? */
static bool is_to_output(emitter *e, const node *n)
{
    size_t begin = emit_begin(n->where), end = emit_end(n->where);
    const char *text = source_text(n->where.file) + begin;
    return n->u.stmt.is_io &&
           (*text != 'f' || strstr(arena_strndup(e->ctx->arena, text, end - begin), "stdout"));
}

/* `for_others`: is what is around the list for others, too, or alone? */
static void check_list(emitter *e, const node *list, bool for_others)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        bool is_others = for_others || !is_for_first(e, n, false);
        if (n->kind == NODE_STATEMENT && is_others && is_to_output(e, n))
            diag_report(e->ctx->diags, DIAG_WARNING, "spmd", n->where,
                        "only the first process writes to standard output, and others execute "
                        "this: what they print does not appear");
        for (int i = 0, count = node_below(n, inner); i < count; i++)
            check_list(e, inner[i], for_others || !is_for_first(e, n, i == 1));
    }
}

void emit_check_prints(emitter *e)
{
    check_list(e, e->planned->body, false);
}
