#include "frontend/value/index_variable.h"

/* So many index variables may be set by each other. */
enum { CHAIN_MOST = 4 };

typedef struct index_search {
    const lowering *lo;
    const decl *d;
    int depth; /* index variables, each of which sets the next */
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

static bool mentions(const syntax *s, const decl *d)
{
    bool does = s && s->kind == SYNTAX_NAME && s->decl == d;
    for (int i = 0; s && i < s->child_count && !does; i++)
        does = mentions(syntax_part(s, i), d);
    return does;
}

static bool is_only_index(const lowering *lo, const decl *d, int depth);

/* Is it what sets another index variable, by the one that is looked for? Then it is part of an
 * index. `s`: a declaration or an assignment, of which it is part `i`. */
static bool sets_index(const index_search *w, const syntax *s, int i)
{
    const syntax *left = s->kind == SYNTAX_DECLARATION ? s->child[i]
                         : s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_NONE && i == 1
                             ? s->child[0]
                             : NULL;
    const decl *target = left && left->kind == SYNTAX_NAME ? left->decl : NULL;
    return target && target != w->d && w->depth < CHAIN_MOST && mentions(syntax_part(s, i), w->d) &&
           is_only_index(w->lo, target, w->depth + 1);
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
                                           : (in_index && is_arithmetic) || sets_index(w, s, i));
}

static bool is_only_index(const lowering *lo, const decl *d, int depth)
{
    index_search w = {.lo = lo, .d = d, .depth = depth};
    if (!d->function || d->is_static || d->kind != DECL_VARIABLE || !decl_is_integer(d))
        return false;
    search(&w, d->function->body, false);
    return w.is_index && !w.is_other;
}

bool value_is_only_index(const lowering *lo, const decl *d)
{
    return is_only_index(lo, d, 0);
}
