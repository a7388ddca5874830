/* What the head of a divided loop sets besides its counter, as in `for (s = 0, i = 0; …)`: that is
 * written before the loop. */

#include "codegen/statement/head_sets.h"

#include <string.h>

#include "codegen/communication/communication.h"
#include "codegen/statement/source_loop.h"
#include "codegen/text/edit.h"
#include "codegen/text/emitter.h"
#include "codegen/text/mention.h"
#include "codegen/text/part.h"
#include "codegen/text/span.h"
#include "codegen/text/work.h"
#include "program/expr/expr.h"

/* A part of the head between commas, and the part before it that sets the counter. */
typedef struct head_part {
    outline_names names; /* of the head */
    storage counter;
    size_t begin, end;
    size_t own_begin, own_end; /* that sets the counter; both 0: none does */
    storage asked;
} head_part;

static bool is_of_text(void *data, const outline_name *n)
{
    (void)data;
    return n->origin != NAME_OF_FILE || n->use == NAME_CALL || n->subscript_count ||
           n->is_pointed || n->is_volatile;
}

static bool is_in(const outline_name *n, size_t begin, size_t end)
{
    return emit_begin(n->where) >= begin && emit_begin(n->where) < end;
}

static bool is_set(const outline_name *n)
{
    return n->use == NAME_WRITE || n->use == NAME_UPDATE;
}

static bool sets_counter(void *data, const outline_name *n)
{
    const head_part *p = data;
    return is_in(n, p->begin, p->end) && is_set(n) && mention_is_of(n, p->counter);
}

static bool is_in_own(void *data, const outline_name *n)
{
    const head_part *p = data;
    return is_in(n, p->own_begin, p->own_end) && mention_is_of(n, p->asked);
}

/* Would the part find, or give, another value if it came before the counter is set? */
static bool must_follow(void *data, const outline_name *n)
{
    head_part *p = data;
    p->asked = storage_of(n);
    return is_in(n, p->begin, p->end) &&
           (mention_is_of(n, p->counter) || (is_set(n) && mention_some_of(p->names, is_in_own, p)));
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

static bool is_counter(void *data, const outline_name *n)
{
    if (is_set(n))
        *(storage *)data = storage_of(n);
    return is_set(n);
}

/* Is the node all of one part, which may come before the loop, as the counter's own part does not?
 */
static bool is_part_to_set(const outline *o, const node *n)
{
    const source_range head = o->head[0];
    const char *text = source_text(head.file);
    head_part p = {.names = o->head_names[0]};
    if (!mention_some_of(o->head_names[2], is_counter, &p.counter))
        return false;
    for (p.begin = emit_begin(head); p.begin < emit_end(head); p.begin = p.end + 1) {
        p.end = emit_part_end(text, p.begin, emit_end(head));
        size_t begin = p.begin, end = p.end;
        while (begin < end && is_blank(text[begin]))
            begin++;
        while (begin < end && is_blank(text[end - 1]))
            end--;
        if (begin == emit_begin(n->where) && end == emit_end(n->where))
            return !p.own_end || !mention_some_of(p.names, must_follow, &p);
        if (mention_some_of(p.names, sets_counter, &p)) {
            p.own_begin = p.begin;
            p.own_end = p.end;
        }
    }
    return false;
}

/* Is it in the text of another node, which has it when it is written: `k++` in `s = k++`? */
static bool is_nested(const node *first, const node *loop, const node *n)
{
    for (const node *m = first; m != loop; m = m->next)
        if (m != n && m->kind == NODE_STATEMENT && m->where.file == n->where.file &&
            emit_begin(m->where) <= emit_begin(n->where) &&
            emit_end(m->where) >= emit_end(n->where) &&
            emit_end(m->where) - emit_begin(m->where) > emit_end(n->where) - emit_begin(n->where))
            return true;
    return false;
}

/* Do the nodes before the loop set scalars, and are they, with those in them, parts of the head
 * that may come before it? */
static bool has_sets(const outline *o, const node *first, const node *loop)
{
    bool sets = false;
    for (const node *n = first; n != loop; n = n->next) {
        if (n->kind == NODE_COMM)
            continue;
        if (n->kind != NODE_STATEMENT || !n->u.stmt.scalar || n->u.stmt.write ||
            n->u.stmt.read_count || emit_is_restricted(&n->u.stmt.at) ||
            !emit_is_in_head(o, 0, n) || n->where.file != o->head[0].file)
            return false;
        if (!is_nested(first, loop, n) && !is_part_to_set(o, n))
            return false;
        sets = true;
    }
    return sets && !mention_some_of(o->head_names[0], is_of_text, NULL);
}

/* Is it worked out from what the function has computed before (EXPR_SLICE), and not from what the
 * variables have then? That may be from before what the head sets. */
static bool has_slice(const expr *x)
{
    if (!x || expr_is_leaf(x->kind))
        return false;
    bool found = x->kind == EXPR_SLICE;
    for (int i = 0; i < x->u.op.count && !found; i++)
        found = has_slice(x->u.op.operand[i]);
    return found;
}

/* Is it a divided loop, in one piece, that counts a variable of the text? */
static bool is_plain(const node *n)
{
    const loop_node *l = &n->u.loop;
    return n->kind == NODE_LOOP && (l->split_on || l->whole) && l->piece == LOOP_ENTIRE &&
           !l->is_followed && !strchr(l->range.var->name, '(') && !has_slice(l->range.lower) &&
           !has_slice(l->range.upper) && !has_slice(l->range.step);
}

const node *emit_sets_of_head(emitter *e, const outline *o, const node *first, const node *stop,
                              const char *indent)
{
    const node *loop = first;
    work own = {0};
    while (loop->next != stop)
        loop = loop->next;
    if (o->kind != OUTLINE_FOR || o->in_macro || o->declared_count || !is_plain(loop) ||
        !has_sets(o, first, loop))
        return first;
    for (const node *n = first; n != loop; n = n->next)
        emit_add_node(e, &own, n);
    emit_work(e, &own, indent);
    for (const node *n = first; n != loop; n = n->next) {
        if (n->kind != NODE_COMM && is_nested(first, loop, n))
            continue;
        if (n->kind == NODE_COMM) {
            emit_comm(e, n->u.comm, indent);
        } else {
            emit_source(e, n->where.file, emit_begin(n->where), emit_end(n->where));
            fputs(";", e->out);
        }
        fprintf(e->out, "\n%s", indent);
    }
    e->has_inserted = true;
    e->is_set_up = loop;
    return loop;
}
