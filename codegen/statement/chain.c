/* r[0] = r[n] = e, where different processors have the two. */

#include "codegen/statement/chain.h"

#include "codegen/statement/owner_test.h"
#include "codegen/statement/rename.h"
#include "codegen/text/edit.h"
#include "codegen/text/mention.h"
#include "codegen/text/span.h"

/* What a name does besides being read, or being one of the elements that are set. */
static bool has_effect(void *data, const outline_name *n)
{
    const emitter *e = data;
    return n->use == NAME_CALL || n->use == NAME_ADDRESS || n->use == NAME_UPDATE ||
           (n->use == NAME_WRITE && !mention_array(e, n));
}

/* Each part sets an element of one type, and looks at none: e has no element, and no subscript. */
static bool is_chain(emitter *e, const outline *o, const node *first, const node *stop)
{
    const node *before = NULL;
    int homes = 1;
    if (o->kind != OUTLINE_SIMPLE || o->in_macro || mention_some(o, has_effect, e))
        return false;
    for (const node *n = first; n != stop; before = n, n = n->next) {
        const statement_node *s = &n->u.stmt;
        const bool is_part = n->kind == NODE_STATEMENT && s->write && !s->read_count &&
                             s->reduce == REDUCE_NONE && !s->is_io && !s->draws &&
                             s->write->where.file == o->where.file;
        if (!is_part || (before && before->u.stmt.write->var->type != s->write->var->type))
            return false;
        if (before && emit_begin(s->write->where) >= emit_begin(before->u.stmt.write->where))
            return false; /* the last of the text is the first that is done */
        homes += before && !home_equal(&before->u.stmt.at, &s->at);
    }
    return homes > 1;
}

bool emit_chain(emitter *e, const outline *o, const node *first, const node *stop)
{
    if (!is_chain(e, o, first, stop))
        return false;
    const source_file *file = o->where.file;
    const size_t value = emit_end(first->u.stmt.write->where);
    const int edits = e->edits.count;
    for (const node *n = first; n != stop; n = n->next)
        emit_edit_references(e, 1, &n->u.stmt.write);
    fputs("{ ", e->out);
    for (const node *n = first; n != stop; n = n->next) {
        const source_range where = n->u.stmt.write->where;
        if (n->u.stmt.at.grid) {
            fputs("if (", e->out);
            emit_owner_test(e, &n->u.stmt.at);
            fputs(") ", e->out);
        }
        emit_source(e, file, emit_begin(where), emit_end(where));
        emit_source(e, file, value, emit_end_of(o));
        fputs(" ", e->out);
    }
    fputs("}", e->out);
    e->edits.count = edits;
    return true;
}
