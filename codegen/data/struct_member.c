/* Distributed members of structures. The structure stays as it is declared; what the text has
 * for the member, `c.a`, reads as the name of the array that stands for it. */

#include <string.h>

#include "codegen/data/struct_member.h"
#include "codegen/text/edit.h"
#include "codegen/text/emitter.h"
#include "codegen/text/mention.h"

bool emit_is_member(const variable *v)
{
    return strchr(v->name, '.') != NULL;
}

/* "lev[2].u": lev2_u. */
static char *joined(emitter *e, const char *name)
{
    char *plain = arena_strdup(e->ctx->arena, name), *end = plain;
    for (const char *at = name; *at; at++)
        if (*at != '[' && *at != ']')
            *end++ = *at == '.' ? '_' : *at;
    *end = '\0';
    return plain;
}

/* Other members may read so, too: a.b_u and a_b.u. */
const char *emit_member_name(emitter *e, const variable *v)
{
    const char *name = joined(e, v->name);
    const program *p = e->planned->program;
    int before = 0;
    bool is_taken = false;
    for (int i = 0; i < p->variable_count; i++) {
        const variable *other = p->variables[i];
        is_taken |= strcmp(other->name, name) == 0;
        before += other->id < v->id && emit_is_member(other) && other->rank > 0 &&
                  !other->version_of && other != v && strcmp(joined(e, other->name), name) == 0;
    }
    if (before)
        return arena_printf(e->ctx->arena, "member_%d_%s", before + 1, name);
    return is_taken ? arena_printf(e->ctx->arena, "member_%s", name) : name;
}

typedef struct member_search {
    const variable *v;
    const outline_name *found;
} member_search;

static bool is_member(void *data, const outline_name *n)
{
    member_search *s = data;
    if (n->var == s->v && n->origin == NAME_OF_FILE && (s->v->rank || !n->subscript_count))
        s->found = n;
    return s->found != NULL;
}

const char *emit_source_name(emitter *e, const variable *v)
{
    if (!emit_is_member(v) || !e->at)
        return v->name;
    bool is_element = strchr(v->name, '[') != NULL,
         is_in_sight = v->owner == e->at->function || !v->owner;
    if (is_element && is_in_sight) /* its text elsewhere may have another level's number */
        return v->name;
    member_search s = {v, NULL};
    if (!is_element && mention_some(e->at->function->outline, is_member, &s)) {
        size_t begin = emit_begin(s.found->head), end = emit_end(s.found->head);
        return arena_strndup(e->ctx->arena, source_text(s.found->head.file) + begin, end - begin);
    }
    emit_refuse(e, v->where,
                "'%s', which is combined from what processors have, is named by a macro, or in "
                "another function: use a variable that is no member",
                v->name);
    return v->name;
}

typedef struct renaming {
    emitter *e;
    const array_info *array;
} renaming;

/* Is it in a statement that reads otherwise as a whole, or is left out? */
static bool is_edited(const emitter *e, const outline_name *n)
{
    for (int i = 0; i < e->edits.count; i++) {
        const edit *one = &e->edits.data[i];
        if (emit_is_edit_here(e, one) && one->file == n->head.file &&
            one->begin <= emit_begin(n->head) && one->end >= emit_end(n->head))
            return true;
    }
    return false;
}

/* One that a macro's body has is left to the statement that it stands in. */
static bool rename_mention(void *data, const outline_name *n)
{
    renaming *r = data;
    if (n->var == r->array->var && !is_edited(r->e, n))
        mention_edit(r->e, n, r->array->own_name);
    return false;
}

/* Is the structure declared with values? */
static bool has_values(const emitter *e, const variable *member)
{
    const program *p = e->planned->program;
    for (int i = 0; i < p->variable_count; i++) {
        const variable *whole = p->variables[i];
        if (!whole->declared || whole->owner != member->owner ||
            whole->where.file != member->where.file || whole->where.line != member->where.line ||
            whole->where.column != member->where.column)
            continue;
        for (int k = 0; k < whole->declared->count; k++)
            if (whole->declared->declarators[k].var == whole)
                return whole->declared->declarators[k].value.file != NULL;
    }
    return false;
}

static bool calls(const node *list, const function *f)
{
    for (const node *n = list; n; n = n->next) {
        const node *inner[2];
        if (n->kind == NODE_CALL && n->u.call.callee == f)
            return true;
        for (int i = 0, count = node_below(n, inner); i < count; i++)
            if (calls(inner[i], f))
                return true;
    }
    return false;
}

void emit_rename_members(emitter *e)
{
    const program *p = e->planned->program;
    for (int i = 0; i < e->arrays.count; i++) {
        const array_info *a = &e->arrays.data[i];
        if (!emit_is_member(a->var))
            continue;
        if (a->var->version_of)
            emit_refuse(e, a->var->where,
                        "'%s', which is distributed, is a member of a structure, and remapped: "
                        "make it a separate variable",
                        a->var->name);
        else if (has_values(e, a->var))
            emit_refuse(e, a->var->where,
                        "the structure of '%s', which is distributed, has an initializer: assign "
                        "the values in statements",
                        a->var->name);
        renaming r = {e, a};
        for (const function *f = p->functions; f; f = f->next) {
            e->text_of = f;
            bool is_executed = f == e->planned->entry || calls(e->planned->body, f);
            if (f->text.file && is_executed) /* others stay, with the structure's own members */
                mention_edit_each(e, f->outline, rename_mention, &r);
        }
        e->text_of = NULL;
    }
}
