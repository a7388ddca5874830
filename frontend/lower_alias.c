/* Distributed arrays that escape: through pointers, and into functions whose
 * bodies are elsewhere. What happens to them there is not followed. */

#include <string.h>

#include "frontend/lower.h"

/* The distributed array whose address `s` is; null: it is none. */
static const variable *distributed_address(lowering *lo, const syntax *s)
{
    place p = lower_place(lo, s);
    const variable *v = p.kind == PLACE_ADDRESS && p.base ? lo->info[p.base->id].var : NULL;
    return v && v->align ? v : NULL;
}

static bool is_same_alignment(const alignment *a, const alignment *b)
{
    if (a->target != b->target)
        return false;
    for (int i = 0; i < a->target->rank; i++) {
        const align_axis *x = &a->axis[i], *y = &b->axis[i];
        if (x->source != y->source || (x->source == ALIGN_BY_DIM && x->dim != y->dim) ||
            x->stride != y->stride || x->offset != y->offset)
            return false;
    }
    return true;
}

void lower_check_pointer(lowering *lo, const decl *pointer, const syntax *value)
{
    const variable *to = distributed_address(lo, value);
    const variable *from = lo->info[pointer->id].var;
    if (!to || !pointer->rank)
        return;
    if (from && from->align && is_same_alignment(from->align, to->align))
        return; /* two arrays that are laid out alike change places */
    diag *d = diag_report(lo->ctx->diags, DIAG_WARNING, "alias", value->where,
                          "'%s' points into the distributed array '%s': accesses through it are "
                          "taken to be local; index '%s' itself, or align '%s' like it",
                          pointer->name, to->name, to->name, pointer->name);
    diag_note(d, to->where, "'%s' is declared here", to->name);
}

void lower_check_escape(lowering *lo, const syntax *call)
{
    const char *name = lower_callee_name(call);
    if (name && (strncmp(name, "xmp_", 4) == 0 || strcmp(name, "free") == 0))
        return;
    for (int i = 1; i < call->child_count; i++) {
        const variable *v = distributed_address(lo, call->child[i]);
        if (v)
            diag_report(lo->ctx->diags, DIAG_WARNING, "escape", call->child[i]->where,
                        "the distributed array '%s' is handed to '%s', whose body is not in this "
                        "source: what it does there is not counted; write it as a loop here",
                        v->name, name ? name : "a function pointer");
    }
}
