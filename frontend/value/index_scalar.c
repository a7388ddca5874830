#include "frontend/value/index_scalar.h"

#include "frontend/value/integer.h"

static const scalar_index none = {0};

/* Of two different scalars neither is the index. */
static scalar_index sum(lowering *lo, scalar_index a, scalar_index b, bool negate)
{
    expr_pool *pool = lo->pool;
    if (!a.offset || !b.offset || (a.scalar && b.scalar))
        return none;
    if (b.scalar && negate)
        b.factor = expr_sub(pool, expr_int(pool, 0), b.factor);
    const scalar_index *of = a.scalar ? &a : &b;
    return (scalar_index){of->scalar,
                          negate ? expr_sub(pool, a.offset, b.offset)
                                 : expr_add(pool, a.offset, b.offset),
                          of->factor};
}

/* What the scalar is multiplied by is the length of a row: the same in all iterations. */
static scalar_index product(lowering *lo, scalar_index a, scalar_index b)
{
    expr_pool *pool = lo->pool;
    const scalar_index of = a.scalar ? a : b, by = a.scalar ? b : a;
    if (!of.offset || !by.offset || by.scalar || by.offset->uses_loop_var)
        return none;
    return (scalar_index){of.scalar, expr_mul(pool, of.offset, by.offset),
                          of.scalar ? expr_mul(pool, of.factor, by.offset) : NULL};
}

/* Of 64 bits, with a sign or without, the index leads to the same element. */
static bool is_wide(const c_type *to)
{
    return to->kind == TYPE_INT && to->bytes == 8;
}

static bool is_kept(const syntax *s)
{
    for (const conversion *c = s->converted; c; c = c->next)
        if (!is_wide(c->type))
            return false;
    return s->kind != SYNTAX_CAST || is_wide(s->type);
}

/* Without an offset: it is something else; without a scalar: it is known. */
static scalar_index split(lowering *lo, const syntax *s)
{
    const expr *known = value_index(lo, s);
    if (known)
        return (scalar_index){NULL, known, NULL};
    if (!is_kept(s))
        return none;
    if (s->kind == SYNTAX_CAST)
        return split(lo, s->child[0]);
    if (s->kind == SYNTAX_NAME) {
        const decl *d = s->decl;
        bool is_own = d && !d->rank && d->kind == DECL_VARIABLE && decl_is_integer(d) &&
                      !d->type->is_volatile && !lo->info[d->id].has_address_taken;
        return is_own ? (scalar_index){d, expr_int(lo->pool, 0), expr_int(lo->pool, 1)} : none;
    }
    if (s->kind != SYNTAX_BINARY)
        return none;
    const bool is_sum = s->op == OPERATOR_ADD || s->op == OPERATOR_SUB;
    if (!is_sum && s->op != OPERATOR_MUL)
        return none;
    const scalar_index a = split(lo, s->child[0]), b = split(lo, s->child[1]);
    return is_sum ? sum(lo, a, b, s->op == OPERATOR_SUB) : product(lo, a, b);
}

scalar_index value_index_scalar(lowering *lo, const syntax *s)
{
    const scalar_index found = split(lo, s);
    return found.scalar ? found : none;
}
