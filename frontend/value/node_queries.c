/* XcalableMP's functions whose result depends on the executing nodes, which a task changes. */

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
