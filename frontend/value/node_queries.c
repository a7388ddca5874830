/* XcalableMP's functions, and MPI's, whose result depends on the executing nodes, which a task
 * changes. */

#include "frontend/value/node_queries.h"

#include <string.h>

static bool is_rank_query(const syntax *call)
{
    static const char *const queries[] = {"xmp_node_num", "xmp_num_nodes", "xmpc_node_num",
                                          "xmpc_this_image", "xmpc_num_images"};
    const char *name = call->kind == SYNTAX_CALL ? syntax_callee_name(call) : NULL;
    for (size_t i = 0; name && i < sizeof queries / sizeof *queries; i++)
        if (strcmp(name, queries[i]) == 0)
            return true;
    return false;
}

static bool queries_rank(const lowering *lo, const syntax *s, bool *seen)
{
    if (!s)
        return false;
    if (is_rank_query(s))
        return true;
    const decl *d = s->kind == SYNTAX_NAME ? s->decl : NULL;
    if (d && d->body && !seen[d->id]) { /* a function: called, or passed to one that may call it */
        seen[d->id] = true;
        if (queries_rank(lo, d->body, seen))
            return true;
    }
    for (int i = 0; i < s->child_count; i++) {
        const syntax *child = s->child[i];
        bool is_declared = s->kind == SYNTAX_DECLARATION && child->decl;
        if (queries_rank(lo, is_declared ? child->decl->init : child, seen))
            return true;
    }
    return false;
}

bool value_queries_rank(const lowering *lo, const syntax *s)
{
    return queries_rank(lo, s, ARENA_ARRAY(lo->ctx->arena, lo->source->decl_count, bool));
}

static void note_rank(lowering *lo, const syntax *s)
{
    if (!s)
        return;
    const char *name = s->kind == SYNTAX_CALL ? syntax_callee_name(s) : NULL;
    const syntax *to =
        name && strcmp(name, "MPI_Comm_rank") == 0 && s->child_count == 3 ? s->child[2] : NULL;
    if (to && to->kind == SYNTAX_UNARY && to->op == OPERATOR_ADDRESS)
        to = to->child[0];
    if (to && to->kind == SYNTAX_NAME && to->decl)
        lo->info[to->decl->id].is_rank = true;
    for (int i = 0; i < s->child_count; i++) {
        bool is_declared = s->kind == SYNTAX_DECLARATION && s->child[i]->decl;
        note_rank(lo, is_declared ? s->child[i]->decl->init : s->child[i]);
    }
}

void value_find_ranks(lowering *lo)
{
    for (int i = 0; i < lo->source->function_count; i++)
        note_rank(lo, lo->source->functions[i]->body);
}

bool value_is_rank(const lowering *lo, const syntax *s)
{
    while (s->kind == SYNTAX_CAST)
        s = s->child[0];
    return s->kind == SYNTAX_NAME && s->decl && lo->info[s->decl->id].is_rank;
}
