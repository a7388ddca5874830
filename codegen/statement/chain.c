/* r[0] = r[n] = e, or s = r[0] = e, where different processors have the two. */

#include "codegen/statement/chain.h"

#include "codegen/statement/owner_test.h"
#include "codegen/statement/rename.h"
#include "codegen/text/edit.h"
#include "codegen/text/mention.h"
#include "codegen/text/span.h"

/* The parts of a statement, and who looks at its names. */
typedef struct parts {
    const emitter *e;
    const node *first, *stop;
    const node *of;     /* the part whose scalar is looked for, */
    source_range where; /* and where the text sets that; or unset */
} parts;

/* Is it the name of a scalar that the part sets? */
static bool is_set_by(const parts *x, const node *part, const outline_name *n)
{
    const variable *v = part->kind == NODE_STATEMENT ? part->u.stmt.scalar : NULL;
    return v && !n->member && !n->is_pointed && n->origin != NAME_OF_MACRO &&
           storage_equal(storage_of(n), storage_of_variable(x->e->text_of, v));
}

static bool is_set_scalar(const parts *x, const outline_name *n)
{
    for (const node *part = x->first; part != x->stop; part = part->next)
        if (is_set_by(x, part, n))
            return true;
    return false;
}

/* What a name does besides being read, or being one of the elements and scalars that are set. */
static bool has_effect(void *data, const outline_name *n)
{
    const parts *x = data;
    const bool is_scalar = is_set_scalar(x, n);
    return n->use == NAME_CALL || n->use == NAME_ADDRESS || n->use == NAME_UPDATE ||
           (n->use == NAME_WRITE && !is_scalar && !mention_array(x->e, n)) ||
           (n->use != NAME_WRITE && is_scalar);
}

static bool find_scalar(void *data, const outline_name *n)
{
    parts *x = data;
    if (n->use == NAME_WRITE && is_set_by(x, x->of, n))
        x->where = n->where;
    return x->where.file != NULL;
}

/* What the part sets, in the text; unset: it is not there. */
static source_range place_of(const emitter *e, const outline *o, const node *part)
{
    parts x = {.e = e, .of = part};
    if (part->u.stmt.write)
        return part->u.stmt.write->where;
    mention_some(o, find_scalar, &x);
    return x.where;
}

static const variable *set_by(const node *part)
{
    return part->u.stmt.write ? part->u.stmt.write->var : part->u.stmt.scalar;
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

/* Each part sets an element, or a scalar, of one type, and looks at none: e has no element, none of
 * these scalars, and no subscript. In a[0] = 2 * (a[1] = e), and in brackets, e is not the value of
 * all, or not the rest of the text. */
static bool is_chain(emitter *e, const outline *o, const node *first, const node *stop)
{
    const node *before = NULL;
    source_range after = {0};
    int homes = 1;
    parts x = {.e = e, .first = first, .stop = stop};
    if (o->kind != OUTLINE_SIMPLE || o->in_macro || mention_some(o, has_effect, &x))
        return false;
    for (const node *n = first; n != stop; before = n, n = n->next) {
        const statement_node *s = &n->u.stmt;
        const bool is_part = n->kind == NODE_STATEMENT && (s->write || s->scalar) &&
                             !s->read_count && s->reduce == REDUCE_NONE && !s->is_io && !s->draws;
        const source_range place = is_part ? place_of(e, o, n) : (source_range){0};
        if (!place.file || place.file != o->where.file || !set_by(n)->type ||
            (before && set_by(before)->type != set_by(n)->type))
            return false;
        /* The last of the text is the first that is done. */
        if (before && !has_only(o->where.file, emit_end(place), emit_begin(after), '='))
            return false;
        homes += before && !home_equal(&before->u.stmt.at, &s->at);
        after = place;
    }
    return homes > 1 && emit_begin(after) == emit_begin(o->where) &&
           has_only(o->where.file, emit_end(o->where), emit_end_of(o), ';');
}

bool emit_chain(emitter *e, const outline *o, const node *first, const node *stop)
{
    if (!is_chain(e, o, first, stop))
        return false;
    const source_file *file = o->where.file;
    const size_t value = emit_end(place_of(e, o, first));
    const int edits = e->edits.count;
    for (const node *n = first; n != stop; n = n->next)
        emit_edit_references(e, n->u.stmt.write != NULL, &n->u.stmt.write);
    fputs("{ ", e->out);
    for (const node *n = first; n != stop; n = n->next) {
        const source_range where = place_of(e, o, n);
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
