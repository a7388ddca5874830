#include "frontend/value/exchange_formal.h"

#include "frontend/value/alias.h"
#include "frontend/value/exchange_stand_in.h"

enum { DEPTH_MOST = 8, FORMALS_MOST = 16 };

typedef struct call_from {
    const syntax *call;
    const decl *function; /* that is called */
} call_from;

struct formal_calls {
    const lowering *lo;
    VEC(call_from) all;
    bool *is_elsewhere; /* by a function's id: it is named otherwise, and others may call it */
};

bool exchange_is_same_shape(const variable *a, const variable *b)
{
    bool is = a->rank == b->rank && a->kind == b->kind && a->elem_bytes == b->elem_bytes &&
              a->is_flat == b->is_flat && a->is_whole_pointer == b->is_whole_pointer &&
              !a->is_dynamic && !b->is_dynamic && !a->align == !b->align &&
              (!a->align || value_is_same_alignment(a->align, b->align));
    for (int d = 0; is && d < a->rank; d++)
        is = a->extent[d] == b->extent[d];
    return is;
}

/* --- Calls ------------------------------------------------------------------------------------ */

static void find_calls(formal_calls *c, const syntax *s)
{
    if (!s)
        return;
    const decl *f = s->kind == SYNTAX_CALL && syntax_callee_name(s) ? s->child[0]->decl : NULL;
    if (f)
        VEC_PUSH(c->lo->ctx->arena, &c->all, ((call_from){s, f}));
    if (s->kind == SYNTAX_NAME && s->decl && s->decl->kind == DECL_FUNCTION)
        c->is_elsewhere[s->decl->id] = true;
    for (int i = f != NULL; i < s->child_count; i++)
        find_calls(c, syntax_part(s, i));
}

formal_calls *formal_calls_find(lowering *lo)
{
    formal_calls *c = ARENA_NEW(lo->ctx->arena, formal_calls);
    c->lo = lo;
    c->is_elsewhere = ARENA_ARRAY(lo->ctx->arena, lo->source->decl_count + 1, bool);
    for (int i = 0; i < lo->source->function_count; i++)
        find_calls(c, lo->source->functions[i]->body);
    for (int i = 0; i < lo->source->decl_count; i++)
        find_calls(c, lo->source->decls[i]->init);
    return c;
}

/* --- What functions do ------------------------------------------------------------------------ */

/* Does it name the variable, or what it calls? */
static bool names(const syntax *s, const decl *d, int depth)
{
    if (!s)
        return false;
    if (syntax_names(s, d) || depth == DEPTH_MOST)
        return true;
    const decl *f = s->kind == SYNTAX_CALL && syntax_callee_name(s) ? s->child[0]->decl : NULL;
    if (f && f->body && names(f->body, d, depth + 1))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (names(syntax_part(s, i), d, depth))
            return true;
    return false;
}

/* Does the function return at its end only, and a value that has nothing to do with arrays? */
static bool returns_at_end(const decl *f)
{
    const syntax *body = f->body;
    for (int i = 0; i < body->child_count; i++) {
        const syntax *s = body->child[i];
        bool is_last = i + 1 == body->child_count && s->kind == SYNTAX_RETURN;
        if (!is_last && syntax_has(s, SYNTAX_RETURN))
            return false;
        if (is_last && s->child[0] &&
            (syntax_has(s, SYNTAX_CALL) || syntax_has(s, SYNTAX_UNARY) ||
             syntax_has(s, SYNTAX_SUBSCRIPT)))
            return false;
    }
    return true;
}

static int index_of(const decl *formal)
{
    int i = 0;
    while (formal->function->formals[i] != formal)
        i++;
    return i;
}

/* Is the array what the formal is taken to be, of the same elements in as many dimensions? */
static bool is_like(const lowering *lo, const decl *formal, const variable *array)
{
    const variable *v = lo->info[formal->id].var;
    int rank = v && v->is_flat ? 1 : v ? v->rank : 0;
    return v && array && !v->align && array->align && !array->is_dynamic &&
           v->kind == array->kind && v->elem_bytes == array->elem_bytes &&
           v->section == SECTION_NONE && v->is_whole_pointer == array->is_whole_pointer &&
           rank == (array->is_flat ? 1 : array->rank);
}

static bool fit(const formal_calls *c, const decl *const *formals, int count, int depth);

/* The same of one call. */
static bool is_given(const formal_calls *c, const call_from *from, const decl *const *formals,
                     int count, int depth)
{
    const decl *actual[FORMALS_MOST] = {0};
    const variable *first = NULL;
    const lowering *lo = c->lo;
    if (from->call->child_count - 1 != from->function->formal_count)
        return false;
    for (int i = 0; i < count; i++) {
        const syntax *s = syntax_without_casts(from->call->child[1 + index_of(formals[i])]);
        actual[i] = s && s->kind == SYNTAX_NAME ? s->decl : NULL;
        if (!actual[i] || actual[i]->kind != actual[0]->kind)
            return false;
        for (int k = 0; k < i; k++)
            if (actual[k] == actual[i])
                return false;
    }
    if (actual[0]->kind == DECL_FORMAL)
        return fit(c, actual, count, depth + 1);
    for (int i = 0; i < count; i++) {
        const decl *array = exchange_array_alone(lo, actual[i]);
        const variable *v = lo->info[array ? array->id : actual[i]->id].var;
        first = i ? first : v;
        bool is_local = actual[i]->function && !actual[i]->is_static;
        if (actual[i]->kind != DECL_VARIABLE || !is_like(lo, formals[i], v) ||
            !exchange_is_same_shape(first, v) ||
            (!is_local && names(from->function->body, actual[i], 0)))
            return false;
    }
    return true;
}

static bool fit(const formal_calls *c, const decl *const *formals, int count, int depth)
{
    const decl *f = formals[0]->function;
    if (!f || !f->body || f->body->kind != SYNTAX_BLOCK || f->is_replaceable || f->is_open ||
        count > FORMALS_MOST || depth == DEPTH_MOST || c->is_elsewhere[f->id])
        return false;
    for (int i = 0; i < count; i++)
        if (formals[i]->function != f || formals[i]->is_made ||
            formals[i]->type->kind != TYPE_POINTER || (depth && syntax_sets(f->body, formals[i])))
            return false;
    bool is_called = false;
    for (int i = 0; i < c->all.count; i++) {
        const call_from *from = &c->all.data[i];
        if (from->function == f && !is_given(c, from, formals, count, depth))
            return false;
        is_called |= from->function == f;
    }
    return is_called;
}

bool exchange_formals_fit(const formal_calls *c, const decl *const *formals, int count)
{
    const decl *f = formals[0]->function;
    return f && f->body && f->body->kind == SYNTAX_BLOCK && returns_at_end(f) &&
           fit(c, formals, count, 0);
}
