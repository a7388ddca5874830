#include "codegen/statement/drawn.h"

#include <string.h>

#include "codegen/check/guarded_effects.h"
#include "codegen/check/whole_array.h"
#include "codegen/communication/written_marks.h"
#include "codegen/statement/owner_test.h"
#include "codegen/statement/rename.h"
#include "codegen/text/edit.h"
#include "codegen/text/expression.h"
#include "codegen/text/span.h"

static bool is_kept(const node *n)
{
    return n->kind == NODE_STATEMENT && n->u.stmt.write && n->u.stmt.at.grid;
}

bool emit_is_drawn(const node *first, const node *stop)
{
    bool draws = false, keeps = false;
    for (const node *n = first; n != stop; n = n->next) {
        draws |= n->kind == NODE_STATEMENT && n->u.stmt.draws && !n->u.stmt.at.grid;
        keeps |= is_kept(n);
    }
    return draws && keeps;
}

/* After blanks and comments from there on. */
static size_t skip_space(const char *text, size_t at, size_t end)
{
    while (at < end) {
        const bool is_line = strncmp(text + at, "//", 2) == 0;
        const bool is_comment = is_line || strncmp(text + at, "/*", 2) == 0;
        if (!is_comment && !strchr(" \t\r\n", text[at]))
            return at;
        const char *close = is_line ? "\n" : "*/";
        const char *last = is_comment ? strstr(text + at + 2, close) : NULL;
        at = last ? (size_t)(last - text) + strlen(close) : is_comment ? end : at + 1;
    }
    return end;
}

/* Behind the brackets around it, which stand right before it from `begin` on; 0: something else
 * does. */
static size_t behind_brackets(const char *text, size_t begin, size_t from, size_t to, size_t end)
{
    int depth = 0;
    for (size_t at = skip_space(text, begin, from); at < from; at = skip_space(text, at + 1, from))
        if (text[at] == '(')
            depth++;
        else
            return 0;
    for (; depth; depth--, to++)
        if ((to = skip_space(text, to, end)) >= end || text[to] != ')')
            return 0;
    return to;
}

/* Is the whole assignment in brackets, which stand before it? */
static bool is_in_brackets(const char *text, size_t begin)
{
    while (begin > 0 && strchr(" \t\r\n", text[begin - 1]))
        begin--;
    return begin > 0 && text[begin - 1] == '(';
}

/* Where the element that the statement begins with ends; 0: it does not begin so. */
static size_t end_of_element(const outline *o)
{
    const char *text = source_text(o->where.file);
    const size_t begin = emit_begin(o->where), end = emit_end(o->where);
    if (is_in_brackets(text, begin))
        return 0;
    for (int i = 0; i < o->names.count; i++) {
        const outline_name *n = &o->names.data[i];
        const bool is_set = (n->use == NAME_WRITE || n->use == NAME_UPDATE) &&
                            n->origin == NAME_OF_FILE && n->subscript_count;
        const size_t behind =
            is_set && emit_begin(n->whole) >= begin
                ? behind_brackets(text, begin, emit_begin(n->whole), emit_end(n->whole), end)
                : 0;
        if (behind)
            return behind;
    }
    return 0;
}

/* The use of a macro that has written the element; null: none has. */
static const outline_name *macro_of_element(const outline *o)
{
    for (int i = 0; i < o->names.count; i++) {
        const outline_name *n = &o->names.data[i];
        if ((n->use == NAME_WRITE || n->use == NAME_UPDATE) && n->origin != NAME_OF_FILE &&
            n->subscript_count)
            return n;
    }
    return NULL;
}

/* Where the value begins, after `=` or, which sets *is_compound, `+=` and its like; 0: it is no
 * assignment. */
static size_t begin_of_value(const outline *o, size_t at, bool *is_compound)
{
    const char *text = source_text(o->where.file);
    size_t end = emit_end(o->where);
    at = skip_space(text, at, end);
    size_t op = at;
    while (at < end && strchr("+-*/%&|^<>", text[at]))
        at++;
    *is_compound = at > op;
    return at + 1 < end && text[at] == '=' && text[at + 1] != '=' ? at + 1 : 0;
}

/* The owner does what the text says, and others draw. So the value needs no name, whose type might
 * be another than that in which it is added. */
static void emit_added(emitter *e, const outline *o, const node *kept, size_t value)
{
    const source_file *file = o->where.file;
    fputs("{ if (", e->out);
    emit_owner_test(e, &kept->u.stmt.at);
    fputs(") { ", e->out);
    emit_source(e, file, emit_begin(o->where), emit_end(o->where));
    fputs(";", e->out);
    emit_write_mark(e, kept);
    fputs(" } else { (void)(", e->out);
    emit_source(e, file, value, emit_end(o->where));
    fputs("); } }", e->out);
}

void emit_drawn(emitter *e, const outline *o, const node *first, const node *stop)
{
    const source_file *file = o->where.file;
    bool is_compound = false;
    size_t element = end_of_element(o);
    size_t value = element ? begin_of_value(o, element, &is_compound) : 0;
    const node *kept = first;
    int edits = e->edits.count;
    if (!value || o->kind != OUTLINE_SIMPLE) {
        const char *why = "all processors draw this value, and the owner of the element keeps it: "
                          "assign it to a variable, and that to the element";
        const outline_name *macro = element ? NULL : macro_of_element(o);
        if (macro)
            emit_refuse_macro(e, macro->expansion, o->where, "%s", why);
        else
            emit_refuse(e, o->where, "%s", why);
        return;
    }
    for (const node *n = first; n != stop; n = n->next) {
        kept = is_kept(n) ? n : kept;
        if (n->kind == NODE_CALL)
            emit_edit_callee(e, n);
        if (n->kind != NODE_STATEMENT)
            continue;
        emit_edit_references(e, n->u.stmt.read_count, n->u.stmt.reads);
        emit_edit_references(e, n->u.stmt.write != NULL, &n->u.stmt.write);
    }
    emit_check_addresses(e, o->names, first, stop);
    if (e->parts)
        check_guarded_effects(e, o->names, first, stop, false);
    e->has_guard = true;
    if (is_compound) {
        emit_added(e, o, kept, value);
        e->edits.count = edits;
        return;
    }
    fprintf(e->out, "{ const %s fpr_drawn =", kept->u.stmt.write->var->type);
    emit_source(e, file, value, emit_end(o->where));
    fputs("; if (", e->out);
    emit_owner_test(e, &kept->u.stmt.at);
    fputs(") ", e->out);
    emit_source(e, file, emit_begin(o->where), element);
    fputs(" = fpr_drawn;", e->out);
    emit_write_mark(e, kept);
    fputs(" }", e->out);
    e->edits.count = edits;
}
