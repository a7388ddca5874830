/* A subscript i*M + j has become [i][j]. Where j is no place of a row, that is another element on
 * another processor than the source's. */

#include <inttypes.h>

#include "codegen/check/linear_row.h"
#include "codegen/text/expression.h"

/* Does every loop around run at least once, as far as that is known? */
static bool is_reached(emitter *e, const bound_check *b)
{
    for (int i = 0; i < b->range_count; i++) {
        int64_t lower, upper, step;
        if (emit_value_of(e, b->ranges[i].lower, &lower) &&
            emit_value_of(e, b->ranges[i].upper, &upper) &&
            emit_value_of(e, b->ranges[i].step, &step) &&
            (step > 0 ? lower > upper : lower < upper))
            return false;
    }
    return true;
}

void emit_check_rows(emitter *e)
{
    const program *p = e->planned->program;
    for (int i = 0; i < p->bound_count; i++) {
        const bound_check *b = &p->bounds[i];
        int64_t lower, upper, first, end;
        if (!b->is_row || !is_reached(e, b))
            continue;
        bool is_known = emit_value_of(e, b->lower, &lower) && emit_value_of(e, b->upper, &upper) &&
                        emit_value_of(e, b->first, &first) && emit_value_of(e, b->end, &end);
        if (is_known && (upper >= end || lower < first))
            emit_refuse(e, b->where,
                        "the subscript of '%s' leads from one row of %" PRId64
                        " elements into another: to place %" PRId64 " of dimension %d%s",
                        b->name, end, upper >= end ? upper : lower, b->dim + 1,
                        b->is_guarded ? ", unless the condition around it keeps it; let the bounds "
                                        "of the loops keep it"
                                      : "; check the bounds of the loops");
        else if (!is_known)
            emit_refuse(e, b->where,
                        "that the subscript of '%s' stays within a row is not proved%s: it depends "
                        "on what only a run tells; let loops end at the length of a row, and write "
                        "constants for other values",
                        b->name, b->is_guarded ? " under the condition around it" : "");
    }
}
