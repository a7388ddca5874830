/* Functions that are never executed, and name structures whose members directives map: which
 * structure that would be nothing tells. They become empty, and generated programs have none of
 * them. */

#include "frontend/value/structure_pass.h"

#include <string.h>

typedef struct search {
    structure_pass *p;
    bool *is_called; /* by a function's id */
    bool has_grown;
} search;

static void note_named(search *w, const syntax *s)
{
    if (!s)
        return;
    const decl *d = s->kind == SYNTAX_NAME ? s->decl : NULL;
    if (d && d->kind == DECL_FUNCTION && !w->is_called[d->id])
        w->is_called[d->id] = w->has_grown = true;
    for (int i = 0; i < s->child_count; i++) {
        const decl *cleaned = s->kind == SYNTAX_DECLARATION ? s->child[i]->decl : NULL;
        if (cleaned && cleaned->cleanup && !w->is_called[cleaned->cleanup->id])
            w->is_called[cleaned->cleanup->id] = w->has_grown = true;
        note_named(w, syntax_part(s, i));
    }
}

/* `entry` may have the path of its file before it. */
static bool is_entry(const decl *f, const char *entry)
{
    const char *colon = entry ? strrchr(entry, ':') : NULL;
    return strcmp(f->name, !entry ? "main" : colon ? colon + 1 : entry) == 0;
}

/* False: the program may begin anywhere. */
static bool find_called(search *w, const char *entry)
{
    const c_program *source = w->p->source;
    bool has_entry = false;
    for (int i = 0; i < source->function_count; i++) {
        const decl *f = source->functions[i];
        bool begins = is_entry(f, entry);
        has_entry |= begins;
        w->is_called[f->id] = begins || f->is_constructor || f->is_replaceable || f->intrinsic;
    }
    for (int i = 0; i < source->decl_count; i++)
        if (!source->decls[i]->function)
            note_named(w, source->decls[i]->init);
    do {
        w->has_grown = false;
        for (int i = 0; i < source->function_count; i++)
            if (w->is_called[source->functions[i]->id])
                note_named(w, source->functions[i]->body);
    } while (w->has_grown);
    return has_entry;
}

static bool is_of_mapped(structure_pass *p, const decl *d)
{
    if (!d || (d->kind != DECL_VARIABLE && d->kind != DECL_FORMAL))
        return false;
    return structure_has_mapped_tag(p, d);
}

static bool names_mapped(structure_pass *p, const syntax *s)
{
    if (!s)
        return false;
    for (int i = 0; s->kind == SYNTAX_MEMBER && i < p->mappings.count; i++)
        if (strcmp(p->mappings.data[i].member, s->member) == 0)
            return true;
    if (s->kind == SYNTAX_NAME && is_of_mapped(p, s->decl))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (names_mapped(p, syntax_part(s, i)))
            return true;
    return false;
}

static void empty(structure_pass *p, decl *f, pragma_list *pragmas)
{
    syntax *nothing = arena_copy(p->ctx->arena, f->body, sizeof *nothing);
    nothing->child_count = 0;
    f->body = nothing;
    f->is_uncalled = true;
    int kept = 0;
    for (int i = 0; i < pragmas->count; i++)
        if (pragmas->data[i].unit != f->unit || !source_contains(f->text, pragmas->data[i].text))
            pragmas->data[kept++] = pragmas->data[i];
    pragmas->count = kept;
}

bool structure_empty_uncalled(structure_pass *p, pragma_list *pragmas, const char *entry)
{
    const c_program *source = p->source;
    search w = {.p = p, .is_called = ARENA_ARRAY(p->ctx->arena, source->decl_count + 1, bool)};
    bool has_emptied = false;
    if (!find_called(&w, entry))
        return false;
    for (int i = 0; i < source->function_count; i++) {
        decl *f = source->functions[i];
        bool is_told = false;
        for (int k = 0; k < f->formal_count; k++)
            is_told |= is_of_mapped(p, f->formals[k]);
        if (w.is_called[f->id] || !(is_told || names_mapped(p, f->body)))
            continue;
        empty(p, f, pragmas);
        has_emptied = true;
    }
    return has_emptied;
}
