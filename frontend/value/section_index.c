/* One section of an array reference: where it begins, how long it is, and the
 * index of the element that the loops of an array assignment are at. */

#include "frontend/value/section_index.h"

#include "frontend/directive/constant.h"
#include "frontend/value/integer.h"

/* How many elements can be counted from the place on, in its next dimension. */
static const expr *extent_at(lowering *lo, const place *p, const c_type *array)
{
    const variable *v = p->base ? lo->info[p->base->id].var : NULL;
    bool is_own = v && p->kind == PLACE_ADDRESS && !p->is_reshaped && !p->shape_rank &&
                  p->level < v->rank && p->pending;
    if (is_own && v->extent[p->level])
        return expr_sub(lo->pool, v->extent[p->level], p->pending);
    bool is_array = array && array->kind == TYPE_ARRAY && array->bytes > 0 && array->target &&
                    array->target->bytes > 0;
    return is_array ? expr_int(lo->pool, array->bytes / array->target->bytes) : NULL;
}

/* The elements from the first to the last of first:last:step; of numbers that are
 * known, never fewer than none. */
static const expr *triplet_length(lowering *lo, const expr *first, const expr *last,
                                  const expr *step)
{
    expr_pool *pool = lo->pool;
    int64_t length;
    if (!first || !last || !step || (expr_known(step, &length) && length == 0))
        return NULL;
    const expr *e = expr_floor_div(pool, expr_add(pool, expr_sub(pool, last, first), step), step);
    return expr_is_int(e, &length) && length < 0 ? expr_int(pool, 0) : e;
}

/* The elements from `base` to the end that the step takes one to. */
static const expr *rest_length(lowering *lo, const expr *extent, const expr *base, const expr *step,
                               bool is_down)
{
    expr_pool *pool = lo->pool;
    if (!extent || !base || !step)
        return NULL;
    if (!is_down)
        return expr_ceil_div(pool, expr_sub(pool, extent, base), step);
    const expr *back = expr_sub(pool, expr_int(pool, 0), step);
    return expr_add(pool, expr_floor_div(pool, base, back), expr_int(pool, 1));
}

static void check_parts(lowering *lo, const syntax *s)
{
    for (int i = 0; i < s->child_count; i++) {
        const syntax *part = s->child[i];
        if (part &&
            (!part->type || part->type->kind != TYPE_INT || syntax_has(part, SYNTAX_SECTION)))
            diag_report(lo->ctx->diags, DIAG_ERROR, "section", part->where,
                        "the parts of a section, %s, are integers",
                        s->is_triplet ? "lower:upper:stride" : "base:length:step");
    }
}

/* Elements that the array does not have, as far as numbers are known. */
static void check_reach(lowering *lo, const syntax *s, const expr *extent, const section_bounds *b)
{
    int64_t count, first, length, step;
    bool is_known = extent && b->base && b->step && b->length && expr_known(extent, &count) &&
                    expr_known(b->base, &first) && expr_known(b->step, &step) &&
                    expr_known(b->length, &length);
    if (!is_known || length <= 0)
        return;
    int64_t last = first + (length - 1) * step;
    if (first < 0 || last < 0 || first >= count || last >= count)
        diag_report(lo->ctx->diags, DIAG_ERROR, "section", s->where,
                    "this section goes from %lld to %lld, but the array has the elements 0 to "
                    "%lld here; indices count from 0",
                    (long long)first, (long long)last, (long long)count - 1);
}

/* first:last:step, as in Fortran: what is left out is the array's first element,
 * its last one, and 1, whatever the sign of the step. */
static section_bounds triplet_bounds(lowering *lo, const expr *extent, const syntax *s)
{
    expr_pool *pool = lo->pool;
    section_bounds b = {.where = s->where};
    const expr *last = NULL;
    b.step = s->child[2] ? value_integer(lo, s->child[2], true) : expr_int(pool, 1);
    b.base = s->child[0] ? value_integer(lo, s->child[0], true) : expr_int(pool, 0);
    if (s->child[1])
        last = value_integer(lo, s->child[1], true);
    else if (extent)
        last = expr_sub(pool, extent, expr_int(pool, 1));
    b.length = triplet_length(lo, b.base, last, b.step);
    check_reach(lo, s, extent, &b);
    return b;
}

section_bounds section_bounds_of(lowering *lo, const place *p, const c_type *array, const syntax *s)
{
    check_parts(lo, s);
    expr_pool *pool = lo->pool;
    const expr *extent = extent_at(lo, p, array);
    section_bounds b = {.where = s->where};
    int64_t number;
    if (s->is_triplet) {
        b = triplet_bounds(lo, extent, s);
    } else {
        b.step = s->child[2] ? value_integer(lo, s->child[2], true) : expr_int(pool, 1);
        bool is_down = b.step && expr_is_int(b.step, &number) && number < 0;
        if (s->child[0])
            b.base = value_integer(lo, s->child[0], true);
        else
            b.base = !is_down ? expr_int(pool, 0)
                     : extent ? expr_sub(pool, extent, expr_int(pool, 1))
                              : NULL;
        if (s->child[1])
            b.length = value_integer(lo, s->child[1], true);
        else
            b.length = rest_length(lo, extent, b.base, b.step, is_down);
    }
    if (b.step && expr_known(b.step, &number) && number == 0)
        diag_report(lo->ctx->diags, DIAG_ERROR, "section", s->child[2]->where,
                    "the step of a section cannot be 0");
    if (s->child[1] && b.length && expr_known(b.length, &number) && number < 0)
        diag_report(lo->ctx->diags, DIAG_ERROR, "section", s->child[1]->where,
                    "a section has %lld elements here; its length is not negative",
                    (long long)number);
    if (!s->child[1] && !extent)
        diag_report(lo->ctx->diags, DIAG_ERROR, "section", s->where,
                    "how many elements this section has is not known: the array's extent is not; "
                    "write %s",
                    s->is_triplet ? "lower:upper" : "base:length");
    return b;
}

const expr *section_index(lowering *lo, place *p, const c_type *array, const syntax *s)
{
    const section_nest *nest = lo->around.nest;
    if (!nest) {
        diag_report(lo->ctx->diags, DIAG_ERROR, "section", s->where,
                    "a section stands for many elements: it can only be assigned to one, or be "
                    "part of what is assigned; write a loop");
        return NULL;
    }
    section_bounds b = section_bounds_of(lo, p, array, s);
    int k = p->section_count++;
    if (k >= nest->rank || !b.base || !b.step || !nest->position[k])
        return NULL;
    return expr_add(lo->pool, b.base, expr_mul(lo->pool, b.step, nest->position[k]));
}
