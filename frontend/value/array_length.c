#include "frontend/value/array_length.h"

#include <string.h>

#include "frontend/directive/constant.h"
#include "frontend/value/array_flow.h"
#include "frontend/value/integer.h"
#include "frontend/value/integer_range.h"

const expr *value_length_of_memory(lowering *lo, const decl *d, const syntax *value)
{
    value = value ? syntax_without_casts(value) : NULL;
    const char *name = value && value->kind == SYNTAX_CALL ? syntax_callee_name(value) : NULL;
    const bool is_malloc = name && strcmp(name, "malloc") == 0 && value->child_count == 2;
    const bool is_calloc = name && strcmp(name, "calloc") == 0 && value->child_count == 3;
    if ((!is_malloc && !is_calloc) || d->element->bytes < 1)
        return NULL;
    const expr *bytes = value_integer(lo, value->child[1], false);
    const expr *times =
        is_calloc ? value_integer(lo, value->child[2], false) : expr_int(lo->pool, 1);
    return bytes && times ? expr_floor_div(lo->pool, expr_mul(lo->pool, bytes, times),
                                           expr_int(lo->pool, d->element->bytes))
                          : NULL;
}

/* Is it known as soon as the processors are? */
static bool is_of_processors(const expr *e)
{
    if (e->kind == EXPR_PARAM)
        return e->u.param->value && is_of_processors(e->u.param->value);
    if (expr_is_leaf(e->kind))
        return e->kind == EXPR_INT || e->kind == EXPR_EXTENT;
    for (int i = 0; i < e->u.op.count; i++)
        if (!is_of_processors(e->u.op.operand[i]))
            return false;
    return e->kind != EXPR_SLICE && e->kind != EXPR_COUNT;
}

bool array_note_length(lowering *lo, const decl *d, const syntax *value, int count)
{
    const expr *length = value_length_of_memory(lo, d, value);
    int64_t number;
    lo->info[d->id].is_array_whole = length && expr_is_int(length, &number) && number <= count;
    const bool is_known = length && expr_known(length, &number);
    lo->info[d->id].is_array_open = !is_known && (!length || !is_of_processors(length));
    return !is_known || number <= count;
}

bool array_is_whole(const lowering *lo, const decl *d)
{
    return d->type->kind != TYPE_POINTER || lo->info[d->id].is_array_whole;
}

bool array_is_open(const lowering *lo, const decl *d)
{
    return d->type->kind == TYPE_POINTER && lo->info[d->id].is_array_open;
}

static bool is_taken(const lowering *lo, const char *name)
{
    for (int i = 0; i < lo->found.beyond.count; i++)
        if (strcmp(lo->found.beyond.data[i].value->u.param->name, name) == 0)
            return true;
    return false;
}

/* The first place that looks at it has the element's name; others have their lines too, and where
 * that is not enough, their columns, and where these are the same, as in a macro's text, numbers.
 */
static const char *name_beyond(lowering *lo, const decl *d, const expr *index, source_range where)
{
    arena *a = lo->ctx->arena;
    const char *element = arena_printf(a, "%s[%s]", d->name, expr_text(lo->ctx, index));
    const char *name = element;
    if (is_taken(lo, name))
        name = arena_printf(a, "%s@%d", element, where.line);
    if (is_taken(lo, name))
        name = arena_printf(a, "%s@%d.%d", element, where.line, where.column);
    for (int i = 2; is_taken(lo, name); i++)
        name = arena_printf(a, "%s@%d.%d.%d", element, where.line, where.column, i);
    return name;
}

/* The element beyond those that are followed which the index leads to: one for each place, since
 * the program may change it in between. */
static const expr *element_beyond(lowering *lo, const decl *d, const expr *index,
                                  source_range where)
{
    for (int i = 0; i < lo->found.beyond.count; i++) {
        const element_of_memory *known = &lo->found.beyond.data[i];
        if (known->array == d && known->index == index &&
            source_range_equal(known->value->u.param->where, where))
            return known->value;
    }
    const char *name = intern(lo->ctx->names, name_beyond(lo, d, index, where));
    param *p = expr_new_param(lo->pool, PARAM_VARIABLE, name, where);
    p->is_unsigned = d->element->is_unsigned;
    p->provenance = "beyond the elements that are followed";
    const expr *value = expr_param(lo->pool, p);
    VEC_PUSH(lo->ctx->arena, &lo->found.beyond, ((element_of_memory){d, index, value}));
    return value;
}

const expr *array_or_beyond(lowering *lo, const syntax *element, int count, const expr *index,
                            const expr *value)
{
    const decl *d = array_of_element(element);
    int64_t at;
    if (!value || array_is_whole(lo, d) || expr_is_int(index, &at) ||
        !value_range_of(lo, index).uses_param)
        return value;
    const expr *is_followed = expr_logic(lo->pool, EXPR_LT, index, expr_int(lo->pool, count));
    return expr_select(lo->pool, is_followed, value, element_beyond(lo, d, index, element->where));
}

bool array_reaches(lowering *lo, const decl *d, int count, const expr *index)
{
    int64_t at;
    if (array_is_whole(lo, d) || expr_is_int(index, &at))
        return true;
    const integer_range range = value_range_of(lo, index);
    const bool is_moved = range.uses_param && (index->uses_loop_var || array_is_open(lo, d));
    return !range.is_open && !is_moved && range.most < count;
}
