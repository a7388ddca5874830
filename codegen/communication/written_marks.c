/* Elements that are written for others, whose indices are known only at run time: the library is
 * told of each, so that owners get those, and nothing else back. */

#include "codegen/communication/written_marks.h"
#include "codegen/communication/communication.h"
#include "codegen/data/descriptors.h"
#include "codegen/data/local_pointer.h"
#include "codegen/text/edit.h"

static bool is_written_back(const emitter *e, const variable *v)
{
    for (int i = 0; i < e->planned->comm_count; i++) {
        const communication *c = e->planned->comms[i];
        if (c->var == v && comm_is_marked(c))
            return true;
    }
    return false;
}

bool write_is_marked(const emitter *e, const node *n)
{
    return n->kind == NODE_STATEMENT && n->u.stmt.write && is_written_back(e, n->u.stmt.write->var);
}

void emit_write_mark(emitter *e, const node *n)
{
    if (!write_is_marked(e, n))
        return;
    const reference *write = n->u.stmt.write;
    const array_info *a = emit_array(e, write->var);
    fprintf(e->out, " fpr_mark_written(&%s, &", a->name);
    if (emit_is_told(write))
        emit_element(e, write);
    else
        emit_source(e, write->where.file, emit_begin(write->where), emit_end(write->where));
    fputs(");", e->out);
}

/* Is it the reference's statement that the list assigns by, in loops none of which promises that
 * no two iterations assign the same? */
static bool is_unpromised(const node *list, const reference *write, bool is_promised)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        bool promises =
            is_promised ||
            (n->kind == NODE_LOOP && (n->u.loop.is_of_forall || n->u.loop.parallel != LOOP_UNSAID));
        if (n->kind == NODE_STATEMENT && n->u.stmt.write == write && !is_promised)
            return true;
        for (int i = node_below(n, inner); i-- > 0;)
            if (is_unpromised(inner[i], write, promises))
                return true;
    }
    return false;
}

static bool is_indirect(const reference *r)
{
    for (int d = 0; d < r->var->rank; d++)
        if (r->sub[d].kind == SUBSCRIPT_INDIRECT)
            return true;
    return false;
}

void emit_warn_of_order(emitter *e, const communication *c)
{
    for (int i = 0; i < c->need_count; i++) {
        const need *n = &c->needs[i];
        if (!c->is_write_back || c->op != REDUCE_NONE || n->range_count == 0 ||
            !is_indirect(n->ref) || !is_unpromised(e->planned->body, n->ref, false))
            continue;
        diag_report(e->ctx->diags, DIAG_WARNING, "spmd", n->ref->where,
                    "which element of '%s' this assigns is known only at run time: an element that "
                    "several processors assign may keep another value than in the source; say "
                    "'independent' before the loop if there is no such element",
                    c->var->name);
        return;
    }
}
