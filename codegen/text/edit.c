/* The text of the source. */

#include <stdarg.h>
#include <stdlib.h>

#include "codegen/text/edit.h"
#include "codegen/text/emitter.h"
#include "codegen/text/fixed_template.h"
#include "codegen/text/mention.h"

static void refuse(emitter *e, source_range where, const char *what)
{
    diag_report(e->ctx->diags, DIAG_ERROR, "spmd", where, "no MPI program is generated: %s", what);
}

void emit_refuse(emitter *e, source_range where, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    refuse(e, where, arena_vprintf(e->ctx->arena, format, arguments));
    va_end(arguments);
}

void emit_refuse_macro(emitter *e, source_range of, source_range where, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    refuse(e, where, arena_vprintf(e->ctx->arena, format, arguments));
    va_end(arguments);
    VEC_PUSH(e->ctx->arena, &e->in_macros, of);
}

size_t emit_begin(source_range where)
{
    return source_offset(where.file, where.line, where.column);
}

size_t emit_end(source_range where)
{
    return source_offset(where.file, where.end_line, where.end_column);
}

void emit_edit(emitter *e, const source_file *file, size_t begin, size_t end, const char *text)
{
    int copy = e->copies.count ? e->copies.data[e->copies.count - 1] : 0;
    VEC_PUSH(e->ctx->arena, &e->edits, ((edit){file, begin, end, text, e->text_of, copy}));
}

bool emit_is_same_text(const function *a, const function *b)
{
    return (a->twin_of ? a->twin_of : a) == (b->twin_of ? b->twin_of : b);
}

bool emit_is_edit_here(const emitter *e, const edit *one)
{
    bool is_here = !one->copy;
    for (int i = 0; i < e->copies.count && !is_here; i++)
        is_here = e->copies.data[i] == one->copy;
    return is_here && (!one->in || one->in == e->text_of);
}

void emit_enter_copy(emitter *e, const outline *o)
{
    if (o->copy)
        VEC_PUSH(e->ctx->arena, &e->copies, o->copy);
}

void emit_leave_copy(emitter *e, const outline *o)
{
    if (o->copy)
        e->copies.count--;
}

/* Of several, the last: it is of a reference, others of all that the file has. */
static const edit *edit_at(const emitter *e, const source_file *file, size_t at)
{
    for (int i = e->edits.count; i-- > 0;)
        if (e->edits.data[i].file == file && e->edits.data[i].begin == at &&
            emit_is_edit_here(e, &e->edits.data[i]))
            return &e->edits.data[i];
    return NULL;
}

/* The lines of directives that begin, or go on, at a place where a line begins; or null. */
static const source_range *directives_at(const emitter *e, const source_file *file, size_t at)
{
    const program *p = e->planned->program;
    if (at > 0 && source_text(file)[at - 1] != '\n')
        return NULL;
    for (int i = 0; i < p->directive_count; i++) {
        const source_range *lines = &p->directives[i];
        if (lines->file == file && emit_begin(*lines) <= at && at < emit_end(*lines))
            return lines;
    }
    return NULL;
}

/* Elements of a dense dimension are elsewhere than the text says: where it is copied, an edit must
 * say so. */
static void check_bracket(emitter *e, const source_file *file, size_t at)
{
    for (int i = 0; i < e->brackets.count; i++) {
        const bracket_place *b = &e->brackets.data[i];
        const array_info *a =
            b->file == file && b->at == at && e->at ? mention_array(e, b->name) : NULL;
        bool is_dense = false;
        for (int d = 0; a && d < a->var->rank; d++)
            is_dense |= a->dense[d] != NULL;
        if (is_dense)
            emit_refuse(e, b->name->where,
                        "elements of '%s' are named here where the plan has none: assign them in a "
                        "statement of their own",
                        b->name->word);
    }
}

void emit_source(emitter *e, const source_file *file, size_t begin, size_t end)
{
    const char *text = source_text(file);
    for (size_t at = begin; at < end;) {
        const edit *change = edit_at(e, file, at);
        const source_range *left_out = change ? NULL : directives_at(e, file, at);
        if (change) {
            fputs(change->text, e->out);
            at = change->end > at ? change->end : at + 1;
        } else if (left_out) {
            const size_t after = emit_end(*left_out) < end ? emit_end(*left_out) : end;
            emit_fixed_templates(e, file, at, after);
            at = after;
        } else {
            check_bracket(e, file, at);
            fputc(text[at++], e->out);
        }
    }
}

const char *emit_text_of(emitter *e, source_range where)
{
    FILE *out = e->out;
    char *text = NULL;
    size_t length = 0;
    e->out = open_memstream(&text, &length);
    emit_source(e, where.file, emit_begin(where), emit_end(where));
    fclose(e->out);
    e->out = out;
    const char *kept = arena_strdup(e->ctx->arena, text);
    free(text);
    return kept;
}

const char *emit_indent(emitter *e, const source_file *file, size_t at)
{
    const char *text = source_text(file);
    size_t line = at;
    while (line > 0 && text[line - 1] != '\n')
        line--;
    size_t end = line;
    while (end < at && (text[end] == ' ' || text[end] == '\t'))
        end++;
    return arena_strndup(e->ctx->arena, text + line, end - line);
}
