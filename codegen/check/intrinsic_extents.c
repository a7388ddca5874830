/* Extents that a call of an intrinsic function says, and those that its arrays have. */

#include <inttypes.h>

#include "codegen/check/intrinsic_extents.h"
#include "codegen/text/emitter.h"
#include "codegen/text/expression.h"

/* In C a function that takes rows for shorter ones than they are works on elements that lie
 * elsewhere than the plan's. Where nothing tells the extents the run has none to compare. */
void emit_check_extents(emitter *e)
{
    const program *p = e->planned->program;
    source_range told = {0}; /* each call once */
    for (int i = 0; i < p->bound_count; i++) {
        const bound_check *b = &p->bounds[i];
        int64_t last, there;
        bool was_told = told.line == b->where.line && told.column == b->where.column;
        if (b->intrinsic && !was_told && emit_value_of(e, b->upper, &last) &&
            emit_value_of(e, b->end, &there) && last + 1 < there) {
            told = b->where;
            emit_refuse(e, b->where,
                        "dimension %d of '%s' has %" PRId64 " elements, but this %s says %" PRId64
                        "; give it the extents of its arrays",
                        b->dim + 1, b->name, there, b->intrinsic, last + 1);
        }
    }
}
