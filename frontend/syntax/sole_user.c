/* Variables that one function alone names: syntax/sole_user.h. */

#include "frontend/syntax/sole_user.h"

typedef struct search {
    const decl *function; /* null: what variables of files are initialised with */
    bool *is_named;       /* by id */
} search;

static void note(search *w, decl *d)
{
    bool is_of_file = d->kind == DECL_VARIABLE && !d->function;
    if (!is_of_file)
        return;
    bool is_sole = !w->is_named[d->id] || d->sole_user == w->function;
    d->sole_user = is_sole ? w->function : NULL;
    w->is_named[d->id] = true;
}

static void find(search *w, const syntax *s)
{
    if (!s)
        return;
    if (s->kind == SYNTAX_NAME && s->decl)
        note(w, s->decl);
    for (int i = 0; i < s->child_count; i++)
        find(w, syntax_part(s, i));
}

void syntax_find_sole_users(fp_context *ctx, c_program *source)
{
    search w = {.is_named = ARENA_ARRAY(ctx->arena, source->decl_count + 1, bool)};
    for (int i = 0; i < source->decl_count; i++)
        if (!source->decls[i]->function)
            find(&w, source->decls[i]->init);
    for (int i = 0; i < source->function_count; i++) {
        w.function = source->functions[i];
        find(&w, w.function->body);
    }
}
