#include "frontend/value/inquiry.h"

#include <string.h>

#include "frontend/directive/constant.h"
#include "frontend/resolve/scope.h"
#include "frontend/value/integer.h"
#include "frontend/value/node_queries.h"
#include "frontend/value/syntax_copy.h"

typedef enum asked {
    ASKED_RANK,
    ASKED_LOWER, /* of all of the array, or the template */
    ASKED_UPPER,
    ASKED_SIZE,
    ASKED_OWN_LOWER, /* of what the node has, in global indices */
    ASKED_OWN_UPPER,
    ASKED_OWN_SIZE, /* with the shadow */
    ASKED_SHADOW_BELOW,
    ASKED_SHADOW_ABOVE,
    ASKED_COORDINATE
} asked;

typedef enum subject { OF_ARRAY, OF_TEMPLATE, OF_NODES } subject;

/* Dimensions of arrays are numbered in C's order, those of templates and nodes from the fastest. */
typedef struct inquiry {
    const char *name;
    subject of;
    asked what;
    bool returns_it; /* or puts it where its last argument points */
} inquiry;

static const inquiry known[] = {
    {"xmp_array_ndims", OF_ARRAY, ASKED_RANK, false},
    {"xmp_array_lbound", OF_ARRAY, ASKED_LOWER, false},
    {"xmp_array_ubound", OF_ARRAY, ASKED_UPPER, false},
    {"xmp_array_gsize", OF_ARRAY, ASKED_SIZE, true},
    {"xmp_array_gcglbound", OF_ARRAY, ASKED_LOWER, true},
    {"xmp_array_gcgubound", OF_ARRAY, ASKED_UPPER, true},
    {"xmp_array_lbound_global", OF_ARRAY, ASKED_OWN_LOWER, false},
    {"xmp_array_ubound_global", OF_ARRAY, ASKED_OWN_UPPER, false},
    {"xmp_array_gcllbound", OF_ARRAY, ASKED_OWN_LOWER, true},
    {"xmp_array_gclubound", OF_ARRAY, ASKED_OWN_UPPER, true},
    {"xmp_array_lsize", OF_ARRAY, ASKED_OWN_SIZE, false},
    {"xmp_array_lshadow", OF_ARRAY, ASKED_SHADOW_BELOW, false},
    {"xmp_array_ushadow", OF_ARRAY, ASKED_SHADOW_ABOVE, false},
    {"xmp_template_ndims", OF_TEMPLATE, ASKED_RANK, false},
    {"xmp_template_lbound", OF_TEMPLATE, ASKED_LOWER, false},
    {"xmp_template_ubound", OF_TEMPLATE, ASKED_UPPER, false},
    {"xmp_nodes_ndims", OF_NODES, ASKED_RANK, false},
    {"xmp_nodes_size", OF_NODES, ASKED_SIZE, false},
    {"xmp_nodes_index", OF_NODES, ASKED_COORDINATE, false},
};

static const inquiry *inquiry_of(const syntax *call)
{
    const char *name = call->kind == SYNTAX_CALL ? syntax_callee_name(call) : NULL;
    if (!name || call->child[0]->decl->body)
        return NULL;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(name, known[i].name) == 0)
            return &known[i];
    return NULL;
}

static int argument_count(const inquiry *q)
{
    return q->what == ASKED_RANK ? 1 : 2;
}

/* --- Calls as assignments --------------------------------------------------------------------- */

/* The variable that the call sets, if it is one that nothing else may be; null: none. */
static const syntax *target_of(const c_program *source, const syntax *call)
{
    const inquiry *q = inquiry_of(call);
    const bool is_one = q && !q->returns_it && call->child_count == argument_count(q) + 2;
    if (!is_one && !value_is_size_query(source, call))
        return NULL;
    const syntax *to = call->child[call->child_count - 1];
    bool is_address = to->kind == SYNTAX_UNARY && to->op == OPERATOR_ADDRESS;
    const decl *d = is_address ? syntax_scalar_name(to->child[0]) : NULL;
    return d && decl_is_integer(d) && d->type->bytes == 4 ? to->child[0] : NULL;
}

static const syntax *assignment(fp_context *ctx, const c_program *source, const syntax *call)
{
    const syntax *target = target_of(source, call);
    if (!target)
        return call;
    syntax *value = arena_copy(ctx->arena, call, sizeof *value);
    value->child_count--;
    syntax *s = syntax_new_at(ctx, call, SYNTAX_ASSIGN, 2);
    s->op = OPERATOR_NONE;
    s->type = target->type;
    s->child[0] = target;
    s->child[1] = value;
    return s;
}

/* Is child `i` a statement? */
static bool is_statement(const syntax *s, int i)
{
    switch ((int)s->kind) {
    case SYNTAX_BLOCK:
    case SYNTAX_CASE:
    case SYNTAX_LABEL:
        return true;
    case SYNTAX_IF:
    case SYNTAX_WHILE:
    case SYNTAX_SWITCH:
        return i > 0;
    case SYNTAX_FOR:
        return i == 3;
    case SYNTAX_DO:
        return i == 0;
    }
    return false;
}

static void find(fp_context *ctx, const c_program *source, syntax *s)
{
    for (int i = 0; i < s->child_count; i++) {
        if (!s->child[i])
            continue;
        if (is_statement(s, i))
            s->child[i] = assignment(ctx, source, s->child[i]);
        find(ctx, source, (syntax *)s->child[i]);
    }
}

void value_find_inquiries(fp_context *ctx, c_program *source)
{
    for (int i = 0; i < source->function_count; i++)
        if (source->functions[i]->body)
            find(ctx, source, (syntax *)source->functions[i]->body);
}

/* --- Values ----------------------------------------------------------------------------------- */

/* What the number of a dimension, which counts from 1, is of; -1: nothing. */
static int dimension(lowering *lo, const syntax *call, int rank, bool is_reversed)
{
    int64_t number;
    const expr *e = call->child_count > 2 ? value_integer(lo, call->child[2], false) : NULL;
    if (!e || !expr_known(e, &number) || number < 1 || number > rank)
        return -1;
    return is_reversed ? rank - (int)number : (int)number - 1;
}

/* The template's dimension that divides one of the array, in blocks of one size; -1: none does, or
 * otherwise. */
static int dividing(const variable *v, int d, bool *is_divided)
{
    const dist_template *t = v->align->target;
    *is_divided = false;
    for (int k = 0; k < t->rank; k++) {
        const align_axis *axis = &v->align->axis[k];
        int64_t stride;
        if (axis->source != ALIGN_BY_DIM || axis->dim != d || t->format[k].kind == DIST_COLLAPSED)
            continue;
        *is_divided = true;
        return t->format[k].kind == DIST_BLOCK && expr_is_int(axis->stride, &stride) && stride == 1
                   ? k
                   : -1;
    }
    return -1;
}

static int grid_axis(const dist_template *t, int k)
{
    int axis = 0;
    for (int i = 0; i < k; i++)
        axis += t->format[i].kind != DIST_COLLAPSED;
    return axis;
}

/* The first and the last index that the node has; false: not known. */
static bool own_indices(lowering *lo, const variable *v, int d, const expr **first,
                        const expr **last)
{
    expr_pool *pool = lo->pool;
    const dist_template *t = v->align->target;
    const expr *zero = expr_int(pool, 0), *one = expr_int(pool, 1);
    bool is_divided;
    const int k = dividing(v, d, &is_divided);
    *first = zero;
    *last = expr_sub(pool, v->extent[d], one);
    if (!is_divided)
        return true;
    if (k < 0 || !t->is_distributed || t->is_dynamic || t->grid->of || t->grid->like)
        return false;
    const int axis = grid_axis(t, k);
    const expr *block = t->format[k].block
                            ? t->format[k].block
                            : expr_ceil_div(pool, t->extent[k], expr_extent(pool, t->grid, axis));
    const expr *begin = expr_sub(
        pool, expr_add(pool, t->lower[k], expr_mul(pool, expr_coord(pool, t->grid, axis), block)),
        v->align->axis[k].offset);
    *last = expr_min(pool, *last, expr_sub(pool, expr_add(pool, begin, block), one));
    *first = expr_max(pool, zero, begin);
    return true;
}

static const expr *or_zero(lowering *lo, const expr *e)
{
    return e ? e : expr_int(lo->pool, 0);
}

static const expr *of_array(lowering *lo, const inquiry *q, const syntax *call, directive_name name)
{
    expr_pool *pool = lo->pool;
    const variable *v = scope_variable(lo->reading.names, name);
    const expr *one = expr_int(pool, 1), *first, *last;
    if (!v || !v->rank || !v->align)
        return NULL;
    if (q->what == ASKED_RANK)
        return expr_int(pool, v->rank);
    const int d = dimension(lo, call, v->rank, false);
    if (d < 0 || !v->extent[d] || v->is_shadow_whole[d])
        return NULL;
    switch (q->what) {
    case ASKED_LOWER:
        return expr_int(pool, 0);
    case ASKED_UPPER:
        return expr_sub(pool, v->extent[d], one);
    case ASKED_SIZE:
        return v->extent[d];
    case ASKED_SHADOW_BELOW:
        return or_zero(lo, v->shadow_lower[d]);
    case ASKED_SHADOW_ABOVE:
        return or_zero(lo, v->shadow_upper[d]);
    case ASKED_OWN_LOWER:
    case ASKED_OWN_UPPER:
    case ASKED_OWN_SIZE:
        break;
    case ASKED_RANK:
    case ASKED_COORDINATE:
        return NULL;
    }
    if (!own_indices(lo, v, d, &first, &last))
        return NULL;
    if (q->what != ASKED_OWN_SIZE)
        return q->what == ASKED_OWN_LOWER ? first : last;
    const expr *count = expr_add(pool, expr_sub(pool, last, first), one);
    return expr_add(
        pool, expr_max(pool, expr_int(pool, 0), count),
        expr_add(pool, or_zero(lo, v->shadow_lower[d]), or_zero(lo, v->shadow_upper[d])));
}

static const expr *of_template(lowering *lo, const inquiry *q, const syntax *call, const char *name)
{
    const dist_template *const *templates, *t = NULL;
    const int count = directive_table_templates(lo->table, &templates);
    for (int i = 0; i < count; i++) {
        if (templates[i]->is_direct || templates[i]->name != name)
            continue;
        if (t)
            return NULL; /* which one, the name does not tell */
        t = templates[i];
    }
    if (!t || q->what == ASKED_RANK)
        return t ? expr_int(lo->pool, t->rank) : NULL;
    const int d = dimension(lo, call, t->rank, true);
    if (d < 0 || !t->extent[d] || !t->lower[d])
        return NULL;
    return q->what == ASKED_LOWER
               ? t->lower[d]
               : expr_sub(lo->pool, expr_add(lo->pool, t->lower[d], t->extent[d]),
                          expr_int(lo->pool, 1));
}

static const expr *of_nodes(lowering *lo, const inquiry *q, const syntax *call, const char *name)
{
    const proc_grid *const *grids, *g = NULL;
    const int count = directive_table_grids(lo->table, &grids);
    for (int i = 0; i < count; i++) {
        if (grids[i]->name != name)
            continue;
        if (g)
            return NULL; /* which one, the name does not tell */
        g = grids[i];
    }
    if (!g || g->of || g->like || g->is_unused)
        return NULL;
    if (q->what == ASKED_RANK)
        return expr_int(lo->pool, g->rank);
    const int k = dimension(lo, call, g->rank, true);
    if (k < 0)
        return NULL;
    return q->what == ASKED_SIZE
               ? expr_extent(lo->pool, g, k)
               : expr_add(lo->pool, expr_coord(lo->pool, g, k), expr_int(lo->pool, 1));
}

const expr *value_inquiry(lowering *lo, const syntax *call)
{
    const inquiry *q = inquiry_of(call);
    if (!q || call->child_count != argument_count(q) + 1)
        return NULL;
    const syntax *of = syntax_without_casts(call->child[1]); /* xmp_desc_of makes a string of it */
    if (of->kind != SYNTAX_STRING || !of->text)
        return NULL;
    const char *name = intern(lo->ctx->names, of->text);
    switch (q->of) {
    case OF_ARRAY:
        return of_array(lo, q, call, (directive_name){.text = name, .where = call->where});
    case OF_TEMPLATE:
        return of_template(lo, q, call, name);
    case OF_NODES:
        return of_nodes(lo, q, call, name);
    }
    return NULL;
}
