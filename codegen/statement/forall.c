/* Array assignments, and what the plan makes of a forall: a nest for each assignment, for
 * each copy from a temporary, and for each mask that is stored. The source has the whole as
 * one statement, or as nests in another order, so that these are written one by one, from
 * the texts of their assignments. */

#include <string.h>

#include "codegen/communication/communication.h"
#include "codegen/communication/written_marks.h"
#include "codegen/data/descriptors.h"
#include "codegen/data/local_pointer.h"
#include "codegen/data/place.h"
#include "codegen/data/struct_member.h"
#include "codegen/statement/as_written.h"
#include "codegen/statement/copy.h"
#include "codegen/statement/forall.h"
#include "codegen/statement/forall_mask.h"
#include "codegen/statement/loop.h"
#include "codegen/statement/open_loop.h"
#include "codegen/statement/owner_test.h"
#include "codegen/statement/rename.h"
#include "codegen/text/edit.h"
#include "codegen/text/emitter.h"
#include "codegen/text/expression.h"
#include "codegen/text/mention.h"
#include "codegen/text/span.h"
#include "codegen/text/work.h"

static bool has_expanded_if(const outline *o)
{
    if (o->kind == OUTLINE_IF && o->is_of_directive)
        return true;
    for (int i = 0; i < o->child_count; i++)
        if (has_expanded_if(o->child[i]))
            return true;
    return false;
}

bool emit_is_of_forall(const outline *o, const node *n)
{
    bool is_loop = n->kind == NODE_LOOP && !is_generated_node(n);
    bool may_expand = o->kind == OUTLINE_FOR || o->kind == OUTLINE_IF;
    return is_loop && (n->u.loop.is_of_forall || o->kind == OUTLINE_SIMPLE ||
                       (may_expand && has_expanded_if(o)));
}

/* --- References --------------------------------------------------------------------------- */

static bool is_temporary(const variable *v)
{
    return v->is_temporary;
}

/* What the text calls the array that the reference begins with. */
static const char *name_at(emitter *e, const reference *r)
{
    if (emit_array(e, r->var) || is_temporary(r->var))
        return emit_indexed_name(e, r->var);
    const outline_name *n = mention_of(e, r->where, r->var);
    return n ? n->word : r->var->name;
}

static const char *element(emitter *e, const reference *r)
{
    const expr *subscripts[MAX_RANK];
    for (int d = 0; d < r->var->rank; d++)
        subscripts[d] = r->sub[d].value;
    if (emit_array(e, r->var))
        return emit_element_text(e, r);
    return emit_bracketed(e, name_at(e, r), r->var->rank, subscripts);
}

static bool is_known(const reference *r)
{
    for (int d = 0; d < r->var->rank; d++)
        if (r->sub[d].kind != SUBSCRIPT_VALUE)
            return false;
    return true;
}

/* A section reads as the element that it stands for here, a temporary as that of this
 * iteration; others keep their subscripts. */
static void edit_reference(emitter *e, const reference *r)
{
    source_range where = r->where;
    if (!where.file)
        return;
    const outline_name *n = mention_of(e, where, r->var);
    bool is_part_of_use = n && n->origin == NAME_OF_MACRO && !n->is_whole_use;
    if (is_known(r) && ((n && n->has_section) || is_temporary(r->var)) && !is_part_of_use) {
        emit_edit(e, where.file, emit_begin(where), emit_end(where), element(e, r));
        return;
    }
    if (r->is_split && emit_array(e, r->var)) {
        emit_edit_linear(e, r);
        return;
    }
    if (n && emit_array(e, r->var) && n->subscript_count == r->var->rank && emit_is_apart(e, r)) {
        emit_edit_apart(e, r, n);
        return;
    }
    if (n && emit_array(e, r->var) && n->origin != NAME_OF_MACRO)
        emit_edit_subscripts(e, r, n);
    const char *head = n && emit_array(e, r->var) ? emit_head_text(e, n, r->var) : NULL;
    if (head && !mention_edit(e, n, head))
        emit_refuse_macro(e, n->expansion, where,
                          "a macro names '%s', which is distributed, among other things: "
                          "write it out",
                          r->var->name);
}

/* --- Nests ---------------------------------------------------------------------------------- */

typedef struct writing {
    emitter *e;
    const outline *item;
    const char *indent;
} writing;

typedef struct section_search {
    const emitter *e;
    const source_file *file;
    size_t begin, end;
} section_search;

/* A section there that does not read as an element. */
static bool is_section_left(void *data, const outline_name *n)
{
    const section_search *s = data;
    size_t at = emit_begin(n->whole);
    bool is_there = n->has_section && n->whole.file == s->file && at >= s->begin && at < s->end;
    for (int i = 0; is_there && i < s->e->edits.count; i++)
        if (s->e->edits.data[i].file == s->file && s->e->edits.data[i].begin == at &&
            emit_is_edit_here(s->e, &s->e->edits.data[i]))
            return false;
    return is_there;
}

/* Source text, in which sections must have become elements. */
static void emit_checked(const writing *w, source_range where, size_t begin, size_t end)
{
    emit_edit_repeated(w->e, w->item); /* what <hpf.h> has for a call names formals */
    section_search s = {w->e, w->item->where.file, begin, end};
    if (mention_some(w->item, is_section_left, &s))
        emit_refuse(w->e, where,
                    "a section of what is no plain array stands in this assignment; write a loop");
    emit_source(w->e, w->item->where.file, begin, end);
}

static bool is_indirect(const reference *r)
{
    for (int d = 0; d < r->var->rank; d++)
        if (r->sub[d].kind != SUBSCRIPT_VALUE)
            return true;
    return false;
}

static void emit_mask(const writing *w, source_range where, int count,
                      const reference *const *reads)
{
    emitter *e = w->e;
    text_mask m;
    if (!emit_find_mask(w->item, where, &m)) {
        emit_refuse(e, where, "the text of this mask is not found; write an 'if' in the loops");
        return;
    }
    int edits = e->edits.count;
    for (int i = 0; i < count; i++) {
        size_t begin = emit_begin(reads[i]->where);
        if (reads[i]->where.file == w->item->where.file && (begin < m.begin || begin >= m.end))
            emit_refuse(e, where, "what this mask reads is not found in its text; write an 'if'");
        edit_reference(e, reads[i]);
    }
    fputs(m.is_negated ? "!(" : "", e->out);
    emit_checked(w, where, m.begin, m.end);
    fputs(m.is_negated ? ")" : "", e->out);
    e->edits.count = edits;
}

/* Is it an element of what memcpy or memset assigns? The text has no place of its own for it. */
static bool is_memory_copy(const node *n)
{
    const source_range *at = n->u.stmt.write ? &n->u.stmt.write->where : NULL;
    return at && at->file && at->file == n->text.file && emit_begin(*at) == emit_begin(n->text) &&
           emit_end(*at) == emit_end(n->text);
}

/* In place of memset. */
static void emit_fill(emitter *e, const statement_node *s)
{
    const bool is_zero = s->fill == 0 && !s->write->var->is_no_number;
    fputs(is_zero ? "" : "memset(&", e->out);
    emit_element(e, s->write);
    if (is_zero) {
        fputs(" = 0;", e->out);
        return;
    }
    fprintf(e->out, ", %d, sizeof ", s->fill);
    emit_element(e, s->write);
    fputs(");", e->out);
}

static void emit_memory_copy(emitter *e, const node *n)
{
    const statement_node *s = &n->u.stmt;
    if (s->is_filled && is_known(s->write))
        emit_fill(e, s);
    else if (s->read_count == 1 && is_known(s->write) && is_known(s->reads[0]))
        emit_copy_statement(e, n);
    else
        emit_refuse(e, n->text,
                    "this call assigns elements of '%s' that different processors have; write the "
                    "loop that it stands for",
                    s->write->var->name);
}

static void emit_assigned(const writing *w, const node *n)
{
    emitter *e = w->e;
    const statement_node *s = &n->u.stmt;
    if (is_memory_copy(n)) {
        emit_memory_copy(e, n);
        return;
    }
    if (s->write && s->write->var->is_mask) {
        fprintf(e->out, "%s = (", element(e, s->write));
        emit_mask(w, n->text, s->read_count, s->reads);
        fputs(") != 0;", e->out);
        return;
    }
    int edits = e->edits.count;
    for (int i = 0; i < s->read_count; i++)
        edit_reference(e, s->reads[i]);
    if (s->write)
        edit_reference(e, s->write);
    emit_checked(w, n->text, emit_begin(n->text), emit_end(n->text));
    fputc(';', e->out);
    e->edits.count = edits;
}

static void emit_assignment(const writing *w, const node *n)
{
    emitter *e = w->e;
    const statement_node *s = &n->u.stmt;
    work own = {0};
    bool is_copy = s->write && s->read_count == 1 && is_temporary(s->reads[0]->var);
    if (is_copy) {
        /* The element is named after all is read; the index that names it may be other then. */
        if (is_indirect(s->write))
            emit_refuse(e, s->write->where,
                        "the values of this forall are stored in a temporary until all is read, "
                        "and which element of '%s' each is for is known only at run time; assign "
                        "to another array, and that to '%s' in a loop after it",
                        s->write->var->name, s->write->var->name);
        else
            emit_copy_statement(e, n);
        return;
    }
    if (emit_is_restricted(&s->at))
        emit_add_node(e, &own, n);
    const char *count = emit_work_text(e, &own);
    if (s->at.grid) {
        fputs("if (", e->out);
        emit_owner_test(e, &s->at);
        fputs(") ", e->out);
    }
    bool is_marked = write_is_marked(e, n);
    if (*count || is_marked)
        fprintf(e->out, "{ %s%s", count, *count ? " " : "");
    emit_assigned(w, n);
    emit_write_mark(e, n);
    if (*count || is_marked)
        fputs(" }", e->out);
}

static void emit_list(writing *w, const node *list);

static void emit_inner(const writing *w, const node *list)
{
    writing inner = *w;
    inner.indent = arena_printf(w->e->ctx->arena, "%s    ", w->indent);
    fprintf(w->e->out, " {\n%s", inner.indent);
    emit_list(&inner, list);
    fprintf(w->e->out, "\n%s}", w->indent);
}

static void emit_condition(const writing *w, const node *n)
{
    emitter *e = w->e;
    const if_node *c = &n->u.cond;
    bool is_stored = c->read_count == 1 && is_temporary(c->reads[0]->var);
    bool is_else = !c->then_body;
    fputs(is_else ? "if (!(" : "if (", e->out);
    if (is_stored)
        fputs(element(e, c->reads[0]), e->out);
    else
        emit_mask(w, n->text, c->read_count, c->reads);
    fputs(is_else ? "))" : ")", e->out);
    if (!is_else)
        e->inside = emit_work_inside(e, n);
    emit_inner(w, is_else ? c->else_body : c->then_body);
    if (c->then_body && c->else_body) {
        fputs(" else", e->out);
        emit_inner(w, c->else_body);
    }
}

static void emit_node(writing *w, const node *n)
{
    emitter *e = w->e;
    if (n->kind == NODE_COMM) {
        emit_comm(e, n->u.comm, w->indent);
    } else if (n->kind == NODE_LOOP) {
        int indices = e->local_indices.count;
        emit_nest_head(e, n, "long");
        e->inside = emit_work_inside(e, n);
        emit_inner(w, n->u.loop.body);
        e->local_indices.count = indices;
    } else if (n->kind == NODE_IF) {
        emit_condition(w, n);
    } else if (n->kind == NODE_TASK) {
        fputs("if (", e->out);
        emit_owner_test(e, &n->u.task.on);
        fputs(")", e->out);
        e->inside = emit_work_inside(e, n);
        emit_inner(w, n->u.task.body);
    } else if (n->kind == NODE_STATEMENT) {
        emit_assignment(w, n);
    } else {
        emit_refuse(e, n->where,
                    "no code is generated for an assignment of this kind; write it as a loop");
    }
}

/* What the node itself executes; of a statement that only some execute, what
 * they do is counted with it. */
static void add_work(emitter *e, work *out, const node *n)
{
    if (n->kind != NODE_STATEMENT || !emit_is_restricted(&n->u.stmt.at))
        emit_add_node(e, out, n);
}

static void emit_list(writing *w, const node *list)
{
    int edits = w->e->edits.count;
    bool is_first = true;
    work before = w->e->inside;
    w->e->inside = (work){0};
    for (const node *n = list; n; n = n->next) {
        add_work(w->e, &before, n);
        if (n->kind == NODE_CALL) { /* a part of the assignment after it */
            emit_edit_callee(w->e, n);
            continue;
        }
        if (!is_first)
            fprintf(w->e->out, "\n%s", w->indent);
        is_first = false;
        emit_work(w->e, &before, w->indent);
        before = (work){0};
        emit_node(w, n);
    }
    w->e->edits.count = edits;
}

/* The loops that stand for a call of memcpy or memset? */
static bool is_nest_of_copy(const node *n)
{
    while (n && n->kind == NODE_LOOP)
        n = n->u.loop.body;
    return n && n->kind == NODE_STATEMENT && is_memory_copy(n);
}

void emit_forall(emitter *e, const outline *o, const node *n, const char *indent)
{
    writing w = {e, o, indent};
    if (is_nest_of_copy(n) && emit_if_undistributed(e, o, n, n->next))
        return; /* a formal that gets another array elsewhere */
    e->has_inserted = true;
    if (o->in_macro)
        emit_refuse_macro(e, o->where, o->where, "a macro writes this statement; write it out");
    work before = {0};
    add_work(e, &before, n);
    emit_work(e, &before, indent);
    emit_loop_begin(e, n, o);
    emit_node(&w, n);
    emit_loop_end(e, indent);
}
