/* Variables and their extents. */

#include "frontend/value/variable.h"

#include "frontend/value/integer.h"
#include "frontend/value/member.h"
#include "frontend/value/names.h"

static elem_kind element_kind(const c_type *type)
{
    if (type->kind == TYPE_INT)
        return ELEM_INT;
    return type->kind == TYPE_FLOAT || type->kind == TYPE_DOUBLE ? ELEM_FLOAT : ELEM_OTHER;
}

/* --- Extents from malloc ------------------------------------------------- */

typedef VEC(const expr *) factor_list;

static void factors(lowering *lo, const syntax *s, factor_list *out, bool *ok)
{
    if (s->kind == SYNTAX_BINARY && s->op == OPERATOR_MUL) {
        factors(lo, s->child[0], out, ok);
        factors(lo, s->child[1], out, ok);
        return;
    }
    const expr *e = value_integer(lo, s, true);
    *ok = *ok && e;
    const bool is_product = e && e->kind == EXPR_MUL; /* sizeof of an array */
    for (int i = 0; is_product && i < e->u.op.count; i++)
        VEC_PUSH(lo->ctx->arena, out, e->u.op.operand[i]);
    if (!is_product)
        VEC_PUSH(lo->ctx->arena, out, e);
}

/* The factors of the bytes that malloc, calloc or aligned_alloc is asked for. */
static bool allocated_bytes(lowering *lo, const syntax *s, factor_list *out)
{
    while (s && s->kind == SYNTAX_CAST)
        s = s->child[0];
    const char *name = s && s->kind == SYNTAX_CALL ? syntax_callee_name(s) : NULL;
    if (!name)
        return false;
    bool ok = true;
    int first = name == intern(lo->ctx->names, "malloc")          ? 1
                : name == intern(lo->ctx->names, "calloc")        ? 1
                : name == intern(lo->ctx->names, "aligned_alloc") ? 2
                                                                  : s->child_count;
    for (int i = first; i < s->child_count; i++)
        factors(lo, s->child[i], out, &ok);
    return ok && out->count;
}

/* bytes / (element bytes * inner extents), when the division is plain. */
static const expr *allocated_extent(lowering *lo, const variable *v, const syntax *s)
{
    factor_list list = {0};
    if (v->elem_bytes <= 0 || !allocated_bytes(lo, s, &list))
        return NULL;
    int64_t constant = 1;
    for (int i = 0; i < list.count; i++) {
        int64_t number;
        if (!expr_is_int(list.data[i], &number))
            continue;
        if (number <= 0 || number > INT32_MAX || constant > INT32_MAX)
            return NULL;
        constant *= number;
        list.data[i] = NULL;
    }
    int64_t bytes = v->elem_bytes;
    for (int d = 1; d < v->rank; d++) {
        int64_t number;
        if (!v->extent[d])
            return NULL;
        if (expr_is_int(v->extent[d], &number) && number > 0 && number < INT32_MAX &&
            bytes < INT32_MAX) {
            bytes *= number;
            continue;
        }
        int at = 0;
        while (at < list.count && list.data[at] != v->extent[d])
            at++;
        if (at == list.count)
            return NULL;
        list.data[at] = NULL;
    }
    if (constant % bytes != 0)
        return NULL;
    const expr *extent = expr_int(lo->pool, constant / bytes);
    for (int i = 0; i < list.count; i++)
        if (list.data[i])
            extent = expr_mul(lo->pool, extent, list.data[i]);
    return extent;
}

/* --- Variables ----------------------------------------------------------- */

/* int q[0:3]; at file scope clang/rewrite_sections.c says it. */
static void check_extent(lowering *lo, const syntax *extent)
{
    if (extent && syntax_has(extent, SYNTAX_SECTION))
        diag_report(lo->ctx->diags, DIAG_ERROR, "section", extent->where,
                    "a section is no extent; declare how many elements there are, which count "
                    "from 0");
}

void value_add_variable(lowering *lo, const decl *d)
{
    variable *v = ARENA_NEW(lo->ctx->arena, variable);
    const directive_names *outer = lo->reading.names;
    lo->reading.names = value_names(lo, d->function, d->unit);
    v->name = d->name;
    v->where = d->where;
    v->kind = element_kind(d->element);
    v->elem_bytes = d->element->bytes > 0 ? (int)d->element->bytes : 1;
    v->is_no_number = d->element->kind == TYPE_RECORD || d->element->kind == TYPE_POINTER;
    v->rank = d->rank;
    for (int i = 0; i < d->rank; i++) {
        check_extent(lo, d->extent[i]);
        v->extent[i] = d->extent[i] ? value_integer(lo, d->extent[i], true) : NULL;
        if (!v->extent[i] && d->count[i] > 0)
            v->extent[i] = expr_int(lo->pool, d->count[i]);
    }
    if (d->rank && !v->extent[0] && d->init && !d->is_row_table && !d->is_made)
        v->extent[0] = allocated_extent(lo, v, d->init);
    v->owner = d->function ? lo->info[d->function->id].fn : NULL;
    v->formal_index = -1;
    v->is_made = d->is_made;
    v->is_static = d->is_static;
    v->is_coarray = d->is_coarray;
    v->is_aliased = d->element->is_volatile; /* by what C does not see */
    v->is_whole_pointer = d->is_whole_pointer;
    v->other_use = d->other_use;
    v->is_row_table = d->is_row_table;
    v->is_allocated = d->kind == DECL_VARIABLE && d->rank && !d->extent[0] && d->count[0] <= 0;
    v->has_zero_rows = d->makes_zero_rows;
    v->type = d->element_name;
    v->text = d->text;
    v->is_external = d->is_external;
    v->is_elsewhere = d->is_external && !d->is_defined;
    v->id = lo->found.variables.count;
    VEC_PUSH(lo->ctx->arena, &lo->found.variables, v);
    lo->info[d->id].var = v;
    lo->reading.names = outer;
}

/* Pointers that are assigned their memory by a statement. */
static void find_allocations(lowering *lo, const syntax *s)
{
    if (!s)
        return;
    if (s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_NONE && s->child[0]->kind == SYNTAX_NAME &&
        s->child[0]->decl) {
        variable *v = lo->info[s->child[0]->decl->id].var;
        if (v && v->rank && !v->extent[0] && !v->is_row_table) {
            lo->reading.names = value_names(lo, s->child[0]->decl->function, s->unit);
            v->extent[0] = allocated_extent(lo, v, s->child[1]);
        }
    }
    for (int i = 0; i < s->child_count; i++)
        find_allocations(lo, syntax_part(s, i));
}

void value_add_variables(lowering *lo)
{
    for (int i = 0; i < lo->source->decl_count; i++) {
        const decl *d = lo->source->decls[i];
        if ((d->kind == DECL_VARIABLE || d->kind == DECL_FORMAL) && d->where.file && d->element)
            value_add_variable(lo, d);
    }
    value_add_set_members(lo);
    for (int i = 0; i < lo->source->function_count; i++) {
        const decl *f = lo->source->functions[i];
        for (int k = 0; k < f->formal_count; k++)
            if (lo->info[f->formals[k]->id].var)
                lo->info[f->formals[k]->id].var->formal_index = k;
        find_allocations(lo, f->body);
    }
}

void value_add_missing_extents(lowering *lo)
{
    for (int i = 0; i < lo->source->decl_count; i++) {
        variable *v = lo->info[i].var;
        if (!v || !v->rank || v->extent[0] || !v->align)
            continue;
        for (int t = 0; t < v->align->target->rank; t++) {
            const align_axis *axis = &v->align->axis[t];
            int64_t stride, offset, lower;
            if (axis->source == ALIGN_BY_DIM && axis->dim == 0 &&
                expr_is_int(axis->stride, &stride) && stride == 1 &&
                expr_is_int(axis->offset, &offset) && offset == 0 &&
                expr_is_int(v->align->target->lower[t], &lower) && lower == 0)
                v->extent[0] = v->align->target->extent[t];
        }
    }
}
