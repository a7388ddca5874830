#include "frontend/value/index_variable.h"

typedef struct index_search {
    const lowering *lo;
    const decl *d;
    bool is_index, is_other;
} index_search;

static bool is_flat(const index_search *w, const syntax *base)
{
    while (base->kind == SYNTAX_CAST)
        base = base->child[0];
    const variable *v =
        base->kind == SYNTAX_NAME && base->decl ? w->lo->info[base->decl->id].var : NULL;
    return v && v->is_flat;
}

static void search(index_search *w, const syntax *s, bool in_index)
{
    if (!s || w->is_other)
        return;
    if (s->kind == SYNTAX_NAME && s->decl == w->d) {
        w->is_index |= in_index;
        w->is_other |= !in_index;
        return;
    }
    bool is_set = s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_NONE &&
                  s->child[0]->kind == SYNTAX_NAME && s->child[0]->decl == w->d;
    bool is_arithmetic = s->kind == SYNTAX_BINARY && s->op <= OPERATOR_MUL;
    for (int i = is_set; i < s->child_count; i++)
        search(w, syntax_part(s, i),
               s->kind == SYNTAX_SUBSCRIPT ? i == 1 && is_flat(w, s->child[0])
                                           : in_index && is_arithmetic);
}

bool value_is_only_index(const lowering *lo, const decl *d)
{
    index_search w = {.lo = lo, .d = d};
    if (!d->function || d->is_static || d->kind != DECL_VARIABLE || !decl_is_integer(d))
        return false;
    search(&w, d->function->body, false);
    return w.is_index && !w.is_other;
}
