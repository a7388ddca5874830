/* Distributed members of structures. The structure stays as it is declared; what the text has
 * for the member, `c.a`, reads as the name of the array that stands for it. */

#include <ctype.h>
#include <string.h>

#include "codegen/text/emitter.h"

bool emit_is_member(const variable *v)
{
    return strchr(v->name, '.') != NULL;
}

const char *emit_member_name(emitter *e, const variable *v)
{
    char *name = arena_strdup(e->ctx->arena, v->name);
    *strchr(name, '.') = '_';
    const program *p = e->planned->program;
    for (int i = 0; i < p->variable_count; i++)
        if (strcmp(p->variables[i]->name, name) == 0)
            return arena_printf(e->ctx->arena, "member_%s", name);
    return name;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Behind the word, and the blanks behind it, where it stands there; or 0. */
static size_t behind_word(const char *text, size_t at, size_t end, const char *word, size_t length)
{
    if (at + length > end || strncmp(text + at, word, length) != 0 || is_word(text[at + length]))
        return 0;
    return at + length + strspn(text + at + length, " \t\n");
}

/* Behind `c.a`, if it stands there; or 0. */
static size_t behind_member(const char *text, size_t at, size_t end, const char *name)
{
    const char *dot = strchr(name, '.');
    size_t next = behind_word(text, at, end, name, (size_t)(dot - name));
    if (!next || text[next] != '.')
        return 0;
    next++;
    next += strspn(text + next, " \t\n");
    return behind_word(text, next, end, dot + 1, strlen(dot + 1)) ? next + strlen(dot + 1) : 0;
}

static void edit_text(emitter *e, const source_file *file, size_t begin, size_t end,
                      const array_info *a)
{
    const char *text = source_text(file);
    for (size_t at = begin; at < end;) {
        size_t behind = emit_skip_opaque(text, at, end);
        if (behind == at && is_word(text[at])) {
            size_t member = behind_member(text, at, end, a->var->name);
            if (member && !emit_is_member_name(text, at))
                emit_edit(e, file, at, member, a->own_name);
            while (behind < end && is_word(text[behind]))
                behind++;
        }
        at = behind > at ? behind : at + 1;
    }
}

/* Is the structure declared with values? */
static bool has_values(const variable *v)
{
    const char *text = source_text(v->where.file);
    size_t at = emit_begin(v->where);
    while (is_word(text[at]))
        at++;
    at += strspn(text + at, " \t\n");
    return text[at] == '=';
}

/* The same name elsewhere means another array. */
static bool is_alone(const emitter *e, const variable *v)
{
    const program *p = e->planned->program;
    for (int i = 0; i < p->variable_count; i++)
        if (p->variables[i] != v && strcmp(p->variables[i]->name, v->name) == 0)
            return false;
    return true;
}

void emit_rename_members(emitter *e)
{
    const program *p = e->planned->program;
    for (int i = 0; i < e->arrays.count; i++) {
        const array_info *a = &e->arrays.data[i];
        if (!emit_is_member(a->var))
            continue;
        if (!is_alone(e, a->var) || a->var->version_of)
            emit_refuse(e, a->var->where,
                        "'%s', which is distributed, is a member of one of several structures of "
                        "that name, or remapped: make it a variable of its own",
                        a->var->name);
        else if (has_values(a->var))
            emit_refuse(e, a->var->where,
                        "the structure of '%s', which is distributed, is declared with values: "
                        "assign them",
                        a->var->name);
        for (const function *f = p->functions; f; f = f->next)
            if (f->text.file && (!a->var->owner || a->var->owner == f))
                edit_text(e, f->text.file, emit_begin(f->text), emit_end(f->text), a);
    }
}
