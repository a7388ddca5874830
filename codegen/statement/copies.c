/* Loops that are planned iteration by iteration: codegen/statement/copies.h. */

#include "codegen/statement/copies.h"

#include "codegen/communication/communication.h"
#include "codegen/statement/body.h"
#include "codegen/statement/comm_prologue.h"
#include "codegen/statement/node_list.h"
#include "codegen/text/edit.h"

/* --- Which nodes are of which copy ------------------------------------------------------------ */

/* Is the copy with that number `o`, or in it? */
static bool has_copy(const outline *o, int copy)
{
    if (o->copy == copy)
        return true;
    for (int i = 0; i < o->child_count; i++)
        if (has_copy(o->child[i], copy))
            return true;
    return false;
}

/* Child i of `o` that the node is of; -1: the node does not say. */
static int child_of(const outline *o, const node *n)
{
    for (int i = 0; n->copy && i < o->child_count; i++)
        if (has_copy(o->child[i], n->copy))
            return i;
    const node *inner[2];
    for (int i = node_below(n, inner); n->kind != NODE_CALL && i-- > 0;)
        for (const node *m = inner[i]; m; m = m->next) {
            int found = child_of(o, m);
            if (found >= 0)
                return found;
        }
    return -1;
}

/* Of the loop's head, which the text has: what its variable is after it. */
static bool is_in_head(const outline *o, const node *n)
{
    return n->text.file == o->where.file && n->text.file &&
           emit_begin(n->text) < emit_begin(o->head_end);
}

/* The first node after those of child `i` that begin at `first`. A communication is of the copy
 * that is next, or, if it ends what one has begun, of that. */
static const node *end_of(const outline *o, int i, const node *first, const node *stop)
{
    const node *end = first;
    for (const node *n = first; n != stop; n = n->next) {
        int of = n->kind == NODE_COMM ? -1 : child_of(o, n);
        if (of > i)
            break;
        if (of == i || (of < 0 && comm_is_epilogue(n) && end == n) ||
            (of < 0 && n->kind != NODE_COMM && !is_in_head(o, n)))
            end = n->next;
    }
    return end;
}

/* --- Text ------------------------------------------------------------------------------------- */

static void emit_comms(emitter *e, const node *first, const node *stop, const char *indent)
{
    for (const node *n = first; n != stop; n = n->next) {
        emit_comm(e, n->u.comm, indent);
        fprintf(e->out, "\n%s", indent);
    }
}

static bool is_braced(const outline *body)
{
    return body->kind == OUTLINE_BLOCK && !body->in_macro;
}

/* In braces of its own. */
static void emit_inner(emitter *e, const outline *body, const node *first, const node *stop,
                       const char *indent)
{
    if (is_braced(body)) {
        emit_body(e, body, first, stop, indent, true);
        return;
    }
    const char *inner = emit_indent(e, body->where.file, emit_begin(body->where));
    fprintf(e->out, "{\n%s", inner);
    emit_nodes(e, &body, 1, emit_begin(body->where), emit_begin(body->end), first, stop);
    fprintf(e->out, "\n%s}", indent);
}

/* Where numbers do not tell whether there is the iteration, the plan asks; the text need not. */
static void emit_guarded(emitter *e, const outline *body, const node *first, const node *stop,
                         const char *indent)
{
    const node *guard = first;
    while (guard != stop && guard->kind == NODE_COMM)
        guard = guard->next;
    bool is_guard = guard != stop && guard->kind == NODE_IF && guard->u.cond.is_copy;
    if (!is_guard) {
        emit_inner(e, body, first, stop, indent);
        return;
    }
    bool is_alone = first == guard && guard->next == stop;
    if (!is_alone)
        fprintf(e->out, "{\n%s    ", indent);
    emit_comms(e, first, guard, indent);
    emit_inner(e, body, guard->u.cond.then_body, NULL, indent);
    if (is_alone)
        return;
    fprintf(e->out, "\n%s    ", indent);
    emit_comms(e, guard->next, stop, indent);
    fputs("}", e->out);
}

/* Places in the text are looked for in the first copy: that which is written. */
static void put_first(const outline *o, int i)
{
    const outline **child = (const outline **)o->child, *first = child[0];
    child[0] = child[i];
    child[i] = first;
}

void emit_copies(emitter *e, const outline *o, const node *first, const node *stop,
                 const char *indent)
{
    const source_file *file = o->where.file;
    if (!o->head_end.file) {
        emit_refuse(e, o->where,
                    "the head of this loop over elements is not all here: write it out");
        return;
    }
    if (!o->child_count) { /* no iteration, or edited so */
        emit_source(e, file, emit_begin(o->where), emit_begin(o->end));
        return;
    }
    emit_source(e, file, emit_begin(o->where), emit_begin(o->head_end));
    for (int i = 0; i < o->child_count; i++) {
        const outline *body = o->child[i];
        const node *end = end_of(o, i, first, stop);
        fprintf(e->out, "%s if (%s == %lld) ", i ? " else" : "", o->copies->counter,
                (long long)o->copies->iteration[i]);
        put_first(o, i);
        emit_enter_copy(e, body);
        emit_guarded(e, body, first, end, indent);
        emit_leave_copy(e, body);
        put_first(o, i);
        first = end;
    }
    if (o->copies->is_open)
        fprintf(e->out, " else\n%s    fpr_no_element(\"%s\", %s);", indent, o->copies->counter,
                o->copies->counter);
    for (const node *n = first; n != stop; n = n->next)
        if (n->kind == NODE_COMM) {
            fprintf(e->out, "\n%s", indent);
            emit_comm(e, n->u.comm, indent);
        }
}

bool emit_has_copies(const outline *o)
{
    if (o->kind == OUTLINE_COPIES)
        return true;
    for (int i = 0; i < o->child_count; i++)
        if (emit_has_copies(o->child[i]))
            return true;
    return false;
}

/* --- What is never executed ------------------------------------------------------------------- */

/* A declaration stays, since what follows names its variables. */
static void stop_at(emitter *e, const outline *o)
{
    size_t begin = emit_begin(o->where), end = emit_end(o->where);
    bool is_declaration = end > begin && source_text(o->where.file)[end - 1] == ';';
    emit_edit(e, o->where.file, is_declaration ? end - 1 : begin, end,
              is_declaration ? "; fpr_no_element(NULL, 0);" : "fpr_no_element(NULL, 0)");
}

/* No iteration has its elements: the plan has nothing of the loop. */
static void stop_all(emitter *e, const outline *o)
{
    emit_edit(e, o->where.file, emit_begin(o->head_end), emit_begin(o->end),
              arena_printf(e->ctx->arena, " fpr_no_element(\"%s\", %s);", o->copies->counter,
                           o->copies->counter));
}

static void stop_in(emitter *e, const outline *o)
{
    emit_enter_copy(e, o);
    if (o->is_beyond)
        stop_at(e, o);
    if (o->kind == OUTLINE_COPIES && !o->child_count && o->copies->is_open && o->head_end.file)
        stop_all(e, o);
    for (int i = 0; i < o->child_count; i++)
        stop_in(e, o->child[i]);
    emit_leave_copy(e, o);
}

void emit_stop_beyond(emitter *e)
{
    for (const function *f = e->planned->program->functions; f; f = f->next) {
        e->text_of = f;
        if (f->text.file && f->outline)
            stop_in(e, f->outline);
    }
    e->text_of = NULL;
}
