#include "frontend/value/callee_effects.h"

#include "frontend/value/constant_propagation.h"
#include "frontend/value/points_to.h"

/* What the program's functions do to variables of file scope. */

typedef struct search {
    lowering *lo;
    const decl *d;
    bool *is_visited; /* by decl id */
} search;

static bool calls_assign(search *f, const syntax *s);

static bool body_assigns(search *f, const decl *callee)
{
    if (f->is_visited[callee->id])
        return false;
    f->is_visited[callee->id] = true;
    return value_is_assigned_in(callee->body, f->d) || calls_assign(f, callee->body);
}

/* Which function a pointer calls, nothing tells. */
static bool any_assigns(search *f)
{
    for (int i = 0; i < f->lo->source->function_count; i++)
        if (body_assigns(f, f->lo->source->functions[i]))
            return true;
    return false;
}

static bool calls_assign(search *f, const syntax *s)
{
    if (!s)
        return false;
    if (s->kind == SYNTAX_CALL) {
        const decl *callee = syntax_callee_name(s) ? s->child[0]->decl : NULL;
        bool is_any = !callee || points_to_calls_back(f->lo, s);
        if (is_any ? any_assigns(f) : callee->body && body_assigns(f, callee))
            return true;
    }
    for (int i = 0; i < s->child_count; i++)
        if (calls_assign(f, syntax_part(s, i)))
            return true;
    return false;
}

bool value_callees_assign(lowering *lo, const syntax *s, const decl *d)
{
    if (d->function && !d->is_static)
        return false;
    search f = {lo, d, ARENA_ARRAY(lo->ctx->arena, lo->source->decl_count, bool)};
    return calls_assign(&f, s);
}
