/* Loop-invariant code motion of tests on who executes something.
 *
 * A test in a loop that neither the loop's variable nor anything that is assigned in the loop can
 * change becomes a variable, which is set before the loop: outside of as many loops as leave it
 * alone. Only expressions are moved that can be evaluated where the loop has no iteration, too:
 * nothing is divided by what may be 0. */

#include <stdlib.h>

#include "codegen/statement/loop.h"
#include "codegen/statement/open_loop.h"
#include "codegen/statement/owner_test.h"

static bool keeps_home(const emitter *e, const open_loop *l, const home *at)
{
    for (int k = 0; at->grid && k < at->grid->rank; k++) {
        const home_axis *h = &at->axis[k];
        if (h->is_restricted &&
            (!emit_loop_keeps(e, l, h->index) || (h->last && !emit_loop_keeps(e, l, h->last)) ||
             !emit_loop_keeps(e, l, h->map.stride) || !emit_loop_keeps(e, l, h->map.offset)))
            return false;
    }
    return true;
}

void emit_owner_test(emitter *e, const home *at)
{
    int outermost = e->loops.count;
    while (outermost > 0 && keeps_home(e, e->loops.data[outermost - 1], at))
        outermost--;
    if (outermost == e->loops.count) {
        emit_condition_of_home(e, at);
        return;
    }
    FILE *out = e->out;
    char *text = NULL;
    size_t length = 0;
    e->out = open_memstream(&text, &length);
    emit_condition_of_home(e, at);
    fclose(e->out);
    e->out = out;
    open_loop *l = e->loops.data[outermost];
    const char *flag = emit_moved_name(l, text);
    if (!flag) {
        flag = arena_printf(e->ctx->arena, "fpr_mine_%d", ++e->flags);
        emit_move(
            e, l,
            (moved_value){.type = "bool", .name = flag, .text = arena_strdup(e->ctx->arena, text)});
    }
    fputs(flag, out);
    free(text);
}
