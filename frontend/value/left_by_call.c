#include "frontend/value/left_by_call.h"

#include "frontend/value/constant_propagation.h"
#include "frontend/value/integer_slice.h"
#include "frontend/value/names.h"

typedef struct left_value {
    const decl *variable;
    const expr *value;
} left_value;

/* Of a function without formals its body says the same as in the place of the call. */
static bool is_as_written_here(const decl *f)
{
    return f->body && f->formal_count == 0 && !f->is_open && !f->is_replaceable;
}

void value_set_by_call(lowering *lo, const syntax *call, decl *callee)
{
    VEC(left_value) left = {0};
    const directive_names *names = lo->reading.names;
    lo->reading.names = value_names(lo, callee, callee->unit);
    for (int i = 0; is_as_written_here(callee) && i < lo->fn.tracked.count; i++) {
        const decl *d = lo->source->decls[lo->fn.tracked.data[i]];
        const expr *value = !d->function && decl_is_integer(d) && !d->is_external
                                ? value_slice_after(lo, callee->body, d)
                                : NULL;
        if (value && !value->uses_loop_var)
            VEC_PUSH(lo->ctx->arena, &left, ((left_value){d, value}));
    }
    lo->reading.names = names;
    value_forget_globals(lo, call);
    for (int i = 0; i < left.count; i++)
        value_set(lo, left.data[i].variable, left.data[i].value);
}
