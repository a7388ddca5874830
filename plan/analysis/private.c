#include "plan/analysis/private.h"

/* Which variables belong to an iteration, or to a call. */

static bool is_new(const loop_node *l, const variable *v)
{
    for (int i = 0; i < l->new_count; i++)
        if (l->news[i] == v)
            return true;
    for (int i = 0; i < l->private_count; i++)
        if (l->privates[i] == v)
            return true;
    return false;
}

static bool lies_in(source_range inner, source_range outer)
{
    bool begins =
        inner.line > outer.line || (inner.line == outer.line && inner.column >= outer.column);
    bool ends = inner.line < outer.end_line ||
                (inner.line == outer.end_line && inner.column < outer.end_column);
    return source_range_is_set(outer) && inner.file == outer.file && begins && ends;
}

static bool is_declared_in(const node *n, const variable *v)
{
    if (v->is_static || !v->owner)
        return false;
    return n->kind == NODE_CALL ? v->owner == n->u.call.callee
                                : n->kind == NODE_LOOP && lies_in(v->where, n->text);
}

bool is_private_in(const node *n, const variable *v)
{
    return (n->kind == NODE_LOOP && is_new(&n->u.loop, v)) || is_declared_in(n, v);
}

bool array_is_private_in(const site *s, int step, const variable *v)
{
    const bool is_mapped = v->align || v->version_of;
    for (int i = step; i < s->depth; i++) {
        const node *n = s->path[i].child;
        if (is_private_in(n, v) && (!is_mapped || !is_declared_in(n, v)))
            return true;
    }
    return false;
}
