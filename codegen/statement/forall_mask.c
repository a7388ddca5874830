/* The masks of foralls: the condition of an `if` in the nest, or what a directive has in brackets.
 */

#include <ctype.h>
#include <string.h>

#include "codegen/statement/forall_mask.h"

bool emit_is_written_if(const outline *o)
{
    const char *text = source_text(o->where.file) + emit_begin(o->where);
    return strncmp(text, "if", 2) == 0 && !isalnum((unsigned char)text[2]) && text[2] != '_';
}

/* The `if` that stands exactly where the node comes from. */
static const outline *find_if(const outline *o, source_range where)
{
    if (!emit_holds(o, where))
        return NULL;
    if (o->kind == OUTLINE_IF && emit_begin(o->where) == emit_begin(where))
        return o;
    for (int i = 0; i < o->child_count; i++) {
        const outline *found = find_if(o->child[i], where);
        if (found)
            return found;
    }
    return NULL;
}

static bool is_in_directive(const char *text, size_t at)
{
    while (at > 0 && text[at - 1] != '\n')
        at--;
    return text[at + strspn(text + at, " \t")] == '#';
}

static size_t end_of_brackets(const char *text, size_t at)
{
    for (int depth = 0; text[at]; at++) {
        depth += (text[at] == '(') - (text[at] == ')');
        if (depth < 0)
            break;
    }
    return at;
}

/* The condition of an `if`; or the mask that a `where` before it has in brackets, whose
 * complement is that of the `elsewhere` behind. */
static bool find_text(const outline *o, text_mask *out)
{
    static const char word[] = "where", before[] = "else";
    const char *text = source_text(o->where.file);
    size_t begin = emit_begin(o->where), length = sizeof word - 1, more = sizeof before - 1;
    if (emit_is_written_if(o)) {
        *out = (text_mask){emit_begin(o->head[1]), emit_end(o->head[1]), false};
        return true;
    }
    *out = (text_mask){0};
    for (size_t at = begin; at-- > more;) {
        if (strncmp(text + at, word, length) != 0 || !is_in_directive(text, at))
            continue;
        if (strncmp(text + at - more, before, more) == 0) {
            out->is_negated = true;
            continue;
        }
        size_t open = at + length + strspn(text + at + length, " \t");
        out->begin = open + 1;
        out->end = end_of_brackets(text, open + 1);
        return text[open] == '(';
    }
    return false;
}

bool emit_find_mask(const outline *o, source_range where, text_mask *out)
{
    const outline *found = find_if(o, where);
    return found && find_text(found, out);
}
