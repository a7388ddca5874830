/* Elements that are written for others, where only the run knows which: the library is told of
 * each, so that owners get those, and nothing else back. */

#include "codegen/body.h"
#include "codegen/communication.h"

static bool is_given(const emitter *e, const variable *v)
{
    for (int i = 0; i < e->planned->comm_count; i++) {
        const communication *c = e->planned->comms[i];
        if (c->var == v && comm_is_marked(c))
            return true;
    }
    return false;
}

bool emit_is_noted(const emitter *e, const node *n)
{
    return n->kind == NODE_STATEMENT && n->u.stmt.write && is_given(e, n->u.stmt.write->var);
}

void emit_note(emitter *e, const node *n)
{
    if (!emit_is_noted(e, n))
        return;
    const reference *write = n->u.stmt.write;
    const array_info *a = emit_array(e, write->var);
    fprintf(e->out, " fpr_wrote(&%s, &", a->name);
    bool is_known = true;
    for (int d = 0; d < write->var->rank; d++)
        is_known &= write->sub[d].kind == SUBSCRIPT_VALUE;
    if (is_known)
        emit_element(e, write);
    else
        emit_source(e, write->where.file, emit_begin(write->where), emit_end(write->where));
    fputs(");", e->out);
}
