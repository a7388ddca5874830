#include "frontend/value/index_source.h"

#include "frontend/value/integer.h"

static const index_source none = {0};

/* An integer that only assignments change. */
static index_source of_scalar(lowering *lo, const decl *d)
{
    bool is_own = d && !d->rank && d->kind == DECL_VARIABLE && decl_is_integer(d) &&
                  !d->type->is_volatile && !lo->info[d->id].has_address_taken;
    return is_own
               ? (index_source){lo->info[d->id].var, expr_int(lo->pool, 1), expr_int(lo->pool, 0)}
               : none;
}

/* An element, whatever kind of number: the same one is the same index. */
static index_source of_element(lowering *lo, const syntax *s)
{
    place p = access_path_of(lo, s);
    if (p.kind != PLACE_ELEMENT || p.member_bytes || p.is_reshaped)
        return none;
    return (index_source){lo->info[p.base->id].var, expr_int(lo->pool, 1), expr_int(lo->pool, 0)};
}

/* A sum, a difference or a product with something known. */
static index_source of_binary(lowering *lo, const syntax *s)
{
    const bool turns = s->op == OPERATOR_SUB, is_product = s->op == OPERATOR_MUL;
    if (s->op != OPERATOR_ADD && !turns && !is_product)
        return none;
    for (int i = 0; i < (turns ? 1 : 2); i++) {
        const expr *known = value_index(lo, s->child[1 - i]);
        if (!known || known->uses_loop_var)
            continue;
        index_source found = value_index_source(lo, s->child[i]);
        if (found.of && is_product) {
            found.factor = expr_mul(lo->pool, found.factor, known);
            found.offset = expr_mul(lo->pool, found.offset, known);
        } else if (found.of) {
            found.offset = turns ? expr_sub(lo->pool, found.offset, known)
                                 : expr_add(lo->pool, found.offset, known);
        }
        return found;
    }
    return none;
}

index_source value_index_source(lowering *lo, const syntax *s)
{
    while (s->kind == SYNTAX_CAST && s->type && s->type->kind != TYPE_POINTER)
        s = s->child[0];
    if (s->kind == SYNTAX_NAME)
        return of_scalar(lo, s->decl);
    if (s->kind == SYNTAX_SUBSCRIPT || (s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF))
        return of_element(lo, s);
    return s->kind == SYNTAX_BINARY ? of_binary(lo, s) : none;
}
