/* The masks of foralls: the condition of an `if` in the nest, or what a directive has in brackets.
 */

#include "codegen/statement/forall_mask.h"
#include "codegen/text/edit.h"
#include "codegen/text/span.h"

/* The `if` that stands exactly where the node comes from. */
static const outline *find_if(const outline *o, source_range where)
{
    if (!emit_holds(o, where))
        return NULL;
    if (o->kind == OUTLINE_IF && emit_begin(o->where) == emit_begin(where))
        return o;
    for (int i = 0; i < o->child_count; i++) {
        const outline *found = find_if(o->child[i], where);
        if (found)
            return found;
    }
    return NULL;
}

bool emit_find_mask(const outline *o, source_range where, text_mask *out)
{
    const outline *found = find_if(o, where);
    if (!found || !found->head[1].file)
        return false;
    *out = (text_mask){emit_begin(found->head[1]), emit_end(found->head[1]), found->is_negated};
    return true;
}
