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

/* Is there the sign, once, and else nothing but blanks? */
static bool has_only(const source_file *file, size_t begin, size_t end, char sign)
{
    const char *text = source_text(file);
    int count = 0;
    for (size_t at = begin; at < end; at++) {
        count += text[at] == sign;
        if (text[at] != sign && text[at] != ' ' && text[at] != '\t' && text[at] != '\n')
            return false;
    }
    return count == 1;
}

/* Each part sets an element of one type, and looks at none: e has no element, and no subscript. In
 * a[0] = 2 * (a[1] = e), and in brackets, e is not the value of all, or not the rest of the text.
 */
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
        /* The last of the text is the first that is done. */
        if (before && !has_only(o->where.file, emit_end(s->write->where),
                                emit_begin(before->u.stmt.write->where), '='))
            return false;
        homes += before && !home_equal(&before->u.stmt.at, &s->at);
    }
    return homes > 1 && emit_begin(before->u.stmt.write->where) == emit_begin(o->where) &&
           has_only(o->where.file, emit_end(o->where), emit_end_of(o), ';');
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
