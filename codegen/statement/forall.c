/* Array assignments, and what the plan makes of a forall: a nest for each assignment, for
 * each copy from a temporary, and for each mask that is kept. The source has the whole as
 * one statement, or as nests in another order, so that these are written one by one, from
 * the texts of their assignments. */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/statement/forall_mask.h"
#include "codegen/text/work.h"

static bool has_made_if(const outline *o)
{
    if (o->kind == OUTLINE_IF && !emit_is_written_if(o))
        return true;
    for (int i = 0; i < o->child_count; i++)
        if (has_made_if(o->child[i]))
            return true;
    return false;
}

bool emit_is_of_forall(const outline *o, const node *n)
{
    bool is_loop = n->kind == NODE_LOOP && !is_generated_node(n);
    return is_loop && (n->u.loop.is_of_forall || o->kind == OUTLINE_SIMPLE ||
                       o->kind == OUTLINE_IF || (o->kind == OUTLINE_FOR && has_made_if(o)));
}

/* --- References --------------------------------------------------------------------------- */

static bool is_temporary(const variable *v)
{
    return !v->text.file && !v->version_of && !emit_is_member(v);
}

/* What the text calls the array that the reference begins with. */
static const char *name_at(emitter *e, const reference *r)
{
    if (emit_array(e, r->var) || is_temporary(r->var))
        return emit_pointer_name(e, r->var);
    const char *text = source_text(r->where.file) + emit_begin(r->where);
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_')
        length++;
    return arena_strndup(e->ctx->arena, text, length);
}

static const char *element(emitter *e, const reference *r)
{
    const expr *subscripts[MAX_RANK];
    for (int d = 0; d < r->var->rank; d++)
        subscripts[d] = r->sub[d].value;
    return emit_bracketed(e, name_at(e, r), r->var->rank, subscripts);
}

static bool is_known(const reference *r)
{
    for (int d = 0; d < r->var->rank; d++)
        if (r->sub[d].kind != SUBSCRIPT_VALUE)
            return false;
    return true;
}

static bool has_section(const char *text, size_t length)
{
    return memchr(text, ':', length) != NULL;
}

/* A section reads as the element that it stands for here, a temporary as that of this
 * iteration; others keep their subscripts. */
static void edit_reference(emitter *e, const reference *r)
{
    source_range where = r->where;
    if (!where.file)
        return;
    size_t begin = emit_begin(where), end = emit_end(where);
    const char *text = source_text(where.file) + begin;
    if (is_known(r) && (has_section(text, end - begin) || is_temporary(r->var))) {
        emit_edit(e, where.file, begin, end, element(e, r));
        return;
    }
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_')
        length++;
    if (emit_array(e, r->var))
        emit_edit(e, where.file, begin, begin + length, emit_pointer_name(e, r->var));
}

/* A colon between brackets that no question mark goes before: a section is left. */
static bool is_incomplete(const char *text)
{
    enum { DEEPEST = 64 };
    int asked[DEEPEST] = {0}, depth = 0;
    for (const char *c = text; *c; c++) {
        if (*c == '"' || *c == '\'') {
            for (char quote = *c++; *c && *c != quote; c++)
                c += *c == '\\' && c[1];
            if (!*c)
                return true;
        } else if (strchr("([{", *c)) {
            if (++depth == DEEPEST)
                return true;
            asked[depth] = 0;
        } else if (strchr(")]}", *c)) {
            depth -= depth > 0;
        } else if (*c == '?') {
            asked[depth]++;
        } else if (*c == ':' && asked[depth]-- == 0) {
            return true;
        }
    }
    return false;
}

/* --- Nests ---------------------------------------------------------------------------------- */

typedef struct writing {
    emitter *e;
    const outline *item;
    const char *indent;
} writing;

/* Source text, in which sections must have become elements. */
static void emit_checked(const writing *w, source_range where, size_t begin, size_t end)
{
    emitter *e = w->e;
    char *text = NULL;
    size_t length = 0;
    FILE *out = e->out;
    e->out = open_memstream(&text, &length);
    emit_source(e, w->item->where.file, begin, end);
    fclose(e->out);
    e->out = out;
    if (is_incomplete(text))
        emit_refuse(e, where,
                    "a section of what is no plain array stands in this assignment; write a loop");
    fputs(text, out);
    free(text);
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

static void emit_assigned(const writing *w, const node *n)
{
    emitter *e = w->e;
    const statement_node *s = &n->u.stmt;
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
                        "the values of this forall are kept until all is read, and only the run "
                        "knows which element of '%s' each is for; assign to another array, and "
                        "that to '%s' in a loop after it",
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
        emit_condition_of_home(e, &s->at);
        fputs(") ", e->out);
    }
    bool is_noted = write_is_marked(e, n);
    if (*count || is_noted)
        fprintf(e->out, "{ %s%s", count, *count ? " " : "");
    emit_assigned(w, n);
    emit_write_mark(e, n);
    if (*count || is_noted)
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
    bool is_kept = c->read_count == 1 && is_temporary(c->reads[0]->var);
    bool is_else = !c->then_body;
    fputs(is_else ? "if (!(" : "if (", e->out);
    if (is_kept)
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
        emit_nest_head(e, n, "long");
        e->inside = emit_work_inside(e, n);
        emit_inner(w, n->u.loop.body);
    } else if (n->kind == NODE_IF) {
        emit_condition(w, n);
    } else if (n->kind == NODE_TASK) {
        fputs("if (", e->out);
        emit_condition_of_home(e, &n->u.task.on);
        fputs(")", e->out);
        e->inside = emit_work_inside(e, n);
        emit_inner(w, n->u.task.body);
    } else if (n->kind == NODE_STATEMENT) {
        emit_assignment(w, n);
    } else {
        emit_refuse(e, n->where, "an assignment of this kind has no code yet; write it as a loop");
    }
}

/* What is executed when the node is come to; of a statement that only some execute, what
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
        const char *name = n->kind == NODE_CALL ? emit_instance_name(w->e, &n->u.call) : NULL;
        if (name)
            emit_edit_callee(w->e, n->text, name);
        if (n->kind == NODE_CALL)
            continue; /* a part of the assignment behind */
        if (!is_first)
            fprintf(w->e->out, "\n%s", w->indent);
        is_first = false;
        emit_work(w->e, &before, w->indent);
        before = (work){0};
        emit_node(w, n);
    }
    w->e->edits.count = edits;
}

void emit_forall(emitter *e, const outline *o, const node *n, const char *indent)
{
    writing w = {e, o, indent};
    e->has_inserted = true;
    if (o->in_macro)
        emit_refuse(e, o->where, "a macro writes this statement; write it out");
    work before = {0};
    add_work(e, &before, n);
    emit_work(e, &before, indent);
    emit_node(&w, n);
}
