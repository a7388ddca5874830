/* What the text says of a distributed array as one thing, of which a processor has a part: its
 * size, and where it begins. Where all is said of elements, there is nothing to do. */

#include <ctype.h>
#include <string.h>

#include "codegen/statement/statement.h"

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static size_t skip_blanks(const char *text, size_t at)
{
    return at + strspn(text + at, " \t\n");
}

static bool is_this(const char *text, size_t at, size_t length, const char *word)
{
    return word && strlen(word) == length && strncmp(text + at, word, length) == 0;
}

/* --- Sizes -------------------------------------------------------------------------------- */

/* How many subscripts stand there. */
static int count_subscripts(const char *text, size_t at)
{
    int count = 0;
    for (at = skip_blanks(text, at); text[at] == '['; at = skip_blanks(text, at), count++)
        for (int depth = 0; text[at];) {
            depth += (text[at] == '[') - (text[at] == ']');
            at++;
            if (depth == 0)
                break;
        }
    return count;
}

/* Behind `sizeof`, at the first letter of what it is of, where that is a name; or 0. */
static size_t name_behind_sizeof(const char *text, size_t at)
{
    static const char word[] = "sizeof";
    if (strncmp(text + at, word, sizeof word - 1) != 0 || is_word(text[at + sizeof word - 1]))
        return 0;
    at = skip_blanks(text, at + sizeof word - 1);
    if (text[at] == '(')
        at = skip_blanks(text, at + 1);
    return is_word(text[at]) ? at : 0;
}

static void edit_sizes_of(emitter *e, const function *f, const variable *v)
{
    const source_file *file = f->text.file;
    const char *text = source_text(file);
    size_t end = emit_end(f->text), length = strlen(v->name);
    for (size_t at = emit_begin(f->text); at < end;) {
        size_t behind = emit_skip_opaque(text, at, end);
        size_t name = behind == at && is_word(text[at]) ? name_behind_sizeof(text, at) : 0;
        if (name && is_this(text, name, length, v->name) && !is_word(text[name + length])) {
            int subscripts = count_subscripts(text, name + length);
            const char *type = emit_bracketed(e, v->type, v->rank, v->extent);
            if (subscripts == 0)
                emit_edit(e, file, name, name + length,
                          memchr(text + at, '(', name - at)
                              ? type
                              : arena_printf(e->ctx->arena, "(%s)", type));
            else if (subscripts < v->rank)
                emit_refuse(e, source_range_of(file, at, name + length),
                            "'sizeof' is asked of a part of '%s', which is distributed: write the "
                            "type and the number of its elements",
                            v->name);
        }
        while (behind < end && is_word(text[behind]))
            behind++;
        at = behind > at ? behind : at + 1;
    }
}

void emit_edit_sizes(emitter *e)
{
    const program *p = e->planned->program;
    for (int i = 0; i < e->arrays.count; i++) {
        const variable *v = e->arrays.data[i].var;
        if (v->version_of || !v->text.file || emit_is_member(v))
            continue;
        for (const function *f = p->functions; f; f = f->next)
            if (f->text.file && (!v->owner || v->owner == f) &&
                (v->owner || !emit_is_hidden(e, f, v->name)))
                edit_sizes_of(e, f, v);
    }
}

/* --- Addresses ------------------------------------------------------------------------------ */

/* Does one of the calls get the whole array, and is planned for it? */
static bool is_passed(const node *first, const node *stop, const variable *v)
{
    for (const node *n = first; n != stop; n = n->next)
        for (int i = 0; n->kind == NODE_CALL && i < n->u.call.argument_count; i++)
            if (n->u.call.instance && n->u.call.arguments[i].array == v)
                return true;
    return false;
}

static void check_word(emitter *e, source_range where, size_t at, size_t length, const node *first,
                       const node *stop)
{
    const char *text = source_text(where.file);
    const function *f = e->at->function;
    for (int i = 0; i < e->arrays.count; i++) {
        const variable *v = e->arrays.data[i].var;
        if ((v->owner && v->owner != f && !is_passed(first, stop, v)) || v->version_of ||
            !is_this(text, at, length, emit_text_name(e->at, v)) ||
            text[skip_blanks(text, at + length)] == '[' ||
            (!v->owner && emit_is_hidden(e, f, v->name)) || is_passed(first, stop, v))
            continue;
        emit_refuse(e, where,
                    "'%s' is named as a whole, of which each processor has a part: say what is "
                    "done with its elements in a loop",
                    v->name);
        return;
    }
}

void emit_check_addresses(emitter *e, source_range where, const node *first, const node *stop)
{
    if (!where.file)
        return;
    const char *text = source_text(where.file);
    for (size_t at = emit_begin(where), end = emit_end(where); at < end;) {
        size_t behind = emit_skip_opaque(text, at, end), size = 0;
        bool is_start = behind == at && is_word(text[at]);
        if (is_start)
            size = name_behind_sizeof(text, at);
        while (is_start && behind < end && is_word(text[behind]))
            behind++;
        if (is_start && !size && !emit_is_member_name(text, at))
            check_word(e, where, at, behind - at, first, stop);
        for (at = behind > at ? behind : at + 1; size && at < size;)
            at++;
        while (size && at < end && is_word(text[at]))
            at++;
    }
    for (const node *n = first; n != stop; n = n->next)
        for (int i = 0; n->kind == NODE_CALL && i < n->u.call.argument_count; i++)
            if (n->u.call.arguments[i].is_part && emit_array(e, n->u.call.arguments[i].array))
                emit_refuse(e, n->where,
                            "'%s' gets a part of '%s', which may be on other processors: pass it "
                            "the whole, and where to begin",
                            n->u.call.callee->name, n->u.call.arguments[i].array->name);
}
