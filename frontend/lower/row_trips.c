#include "frontend/lower/row_trips.h"

#include <string.h>

#include "frontend/value/array_length.h"
#include "frontend/value/integer.h"

/* --- Lengths of arrays ------------------------------------------------------------ */

/* Functions that hand an array on. */
enum { DEEPEST = 4 };

static const expr *length_of(lowering *lo, const decl *d, int depth);

/* What the text sets the pointer to; counts how often. */
static const syntax *set_to(const syntax *s, const decl *d, int *count)
{
    const syntax *found = NULL;
    if (s && s->kind == SYNTAX_ASSIGN && s->child[0]->kind == SYNTAX_NAME &&
        s->child[0]->decl == d) {
        found = s->child[1];
        ++*count;
    }
    for (int i = 0; s && i < s->child_count; i++) {
        const syntax *other = set_to(syntax_part(s, i), d, count);
        found = other ? other : found;
    }
    return found;
}

/* The only memory that the pointer is set to; null: there is other, or none. */
static const syntax *memory_of(const lowering *lo, const decl *d)
{
    const syntax *found = d->init;
    int count = d->init && d->init->kind != SYNTAX_INT;
    for (int i = 0; i < lo->source->function_count; i++) {
        const syntax *other = set_to(lo->source->functions[i]->body, d, &count);
        found = other ? other : found;
    }
    return count == 1 ? found : NULL;
}

/* The lengths of what is passed for the formal; null: they are not known, or differ. */
static const expr *length_passed(lowering *lo, const syntax *s, const decl *formal, int at,
                                 int depth, bool *is_known)
{
    const expr *found = NULL;
    if (!s)
        return NULL;
    if (s->kind == SYNTAX_CALL && s->child[0]->kind == SYNTAX_NAME &&
        s->child[0]->decl == formal->function && at + 1 < s->child_count) {
        const syntax *passed = syntax_without_casts(s->child[at + 1]);
        found = passed->kind == SYNTAX_NAME && passed->decl ? length_of(lo, passed->decl, depth + 1)
                                                            : NULL;
        *is_known &= found != NULL;
    }
    for (int i = 0; i < s->child_count && *is_known; i++) {
        const expr *other = length_passed(lo, syntax_part(s, i), formal, at, depth, is_known);
        *is_known &= !other || !found || other == found;
        found = other ? other : found;
    }
    return found;
}

static const expr *length_of_formal(lowering *lo, const decl *formal, int depth)
{
    const decl *f = formal->function;
    const expr *found = NULL;
    bool is_known = f && depth < DEEPEST;
    int at = 0;
    while (is_known && at < f->formal_count && f->formals[at] != formal)
        at++;
    for (int i = 0; is_known && i < lo->source->function_count; i++) {
        const expr *here =
            length_passed(lo, lo->source->functions[i]->body, formal, at, depth, &is_known);
        is_known &= !here || !found || here == found;
        found = here ? here : found;
    }
    return is_known ? found : NULL;
}

static const expr *length_of(lowering *lo, const decl *d, int depth)
{
    if (d->rank != 1 || !d->element)
        return NULL;
    const expr *length = d->kind == DECL_FORMAL ? NULL : value_extents(lo, d, 0, 1);
    if (!length && d->kind == DECL_FORMAL)
        length = length_of_formal(lo, d, depth);
    else if (!length && d->kind == DECL_VARIABLE)
        length = value_length_of_memory(lo, d, memory_of(lo, d));
    return length && !length->uses_loop_var && !length->uses_coord ? length : NULL;
}

/* --- The loop --------------------------------------------------------------------- */

/* An array with a known length that the loop goes along: a[k]. */
static const decl *array_along(lowering *lo, const syntax *s, const decl *var, const expr **length)
{
    if (!s)
        return NULL;
    if (s->kind == SYNTAX_SUBSCRIPT && s->child[0]->kind == SYNTAX_NAME && s->child[0]->decl &&
        syntax_scalar_name(syntax_without_casts(s->child[1])) == var &&
        (*length = length_of(lo, s->child[0]->decl, 0)))
        return s->child[0]->decl;
    const decl *found = NULL;
    for (int i = 0; i < s->child_count && !found; i++)
        found = array_along(lo, syntax_part(s, i), var, length);
    return found;
}

const expr *lower_row_trips(lowering *lo, const syntax *s, const decl *k, const stretch *of,
                            const char **how)
{
    const decl *first = of->array->kind == SYNTAX_NAME ? of->array->decl : NULL;
    const expr *rows = first ? length_of(lo, first, 0) : NULL, *length = NULL;
    const decl *along = rows ? array_along(lo, s->child[3], k, &length) : NULL;
    if (!along)
        return NULL;
    /* To the nearest. */
    const expr *two = expr_int(lo->pool, 2);
    rows = expr_sub(lo->pool, rows, expr_int(lo->pool, 1));
    *how = arena_printf(lo->ctx->arena,
                        "on the average: all elements that '%s' has room for, over the rows of "
                        "'%s'",
                        along->name, first->name);
    return expr_floor_div(lo->pool, expr_add(lo->pool, expr_mul(lo->pool, two, length), rows),
                          expr_mul(lo->pool, two, rows));
}
