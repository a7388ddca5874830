/* Which statement of the text a node of the plan is part of. */

#include "codegen/text/span.h"
#include "codegen/text/edit.h"

bool emit_holds(const outline *o, source_range place)
{
    if (o->where.file != place.file)
        return false;
    size_t at = emit_begin(place);
    return at >= emit_begin(o->where) && at < emit_end(o->where);
}

bool emit_is_simple(const outline *o)
{
    return o->kind == OUTLINE_SIMPLE || o->kind == OUTLINE_DECLARATION || o->kind == OUTLINE_RETURN;
}

static int find_item(const outline *const *items, int count, source_range place)
{
    for (int i = 0; i < count; i++)
        if (emit_holds(items[i], place))
            return i;
    return -1;
}

/* Is the node compiler-generated: none of the statements, but around or between them? */
bool is_generated_node(const node *n)
{
    return n->kind == NODE_TASK || !n->text.file;
}

item_span emit_join(item_span a, item_span b)
{
    if (b.last < b.first)
        return a;
    if (a.last < a.first)
        return b;
    return (item_span){a.first < b.first ? a.first : b.first, a.last > b.last ? a.last : b.last};
}

item_span emit_span_of(const outline *const *items, int count, const node *n)
{
    item_span found = {0, -1};
    if (n->kind == NODE_COMM)
        return found;
    if (!is_generated_node(n)) {
        int at = find_item(items, count, n->text);
        return at < 0 ? found : (item_span){at, at};
    }
    const node *inner[2];
    for (int i = node_below(n, inner); i-- > 0;)
        for (const node *m = inner[i]; m; m = m->next)
            found = emit_join(found, emit_span_of(items, count, m));
    return found;
}

size_t emit_end_of(const outline *o)
{
    return emit_begin(o->end);
}
