/* Which object an expression designates: an element of an array through any
 * mixture of subscripts, dereferences, pointer arithmetic and casts. */

#include "frontend/value/access_path.h"

#include "frontend/value/index_scalar.h"
#include "frontend/value/index_source.h"
#include "frontend/value/integer.h"
#include "frontend/value/member.h"
#include "frontend/value/pointer_flow.h"
#include "frontend/value/row_overrun.h"
#include "frontend/value/section_index.h"

static void add_part(place *p, const syntax *s)
{
    if (p->part_count < MAX_PLACE_PARTS)
        p->part[p->part_count++] = s;
}

static void lose_shape(place *p)
{
    p->is_reshaped = true;
    p->pending = NULL;
}

/* p + k, or with negate p - k. */
static void advance(lowering *lo, place *p, const syntax *k, bool negate)
{
    add_part(p, k);
    if (p->is_of_member)
        lose_shape(p); /* its steps are members, not elements */
    const expr *by = value_index(lo, k);
    int64_t before = -1;
    p->pending_by_scalar = (scalar_index){0};
    p->pending_source = (index_source){0};
    if (!by && !negate && p->pending && expr_is_int(p->pending, &before) && before == 0) {
        p->pending_by_scalar = value_index_scalar(lo, k);
        p->pending_source = value_index_source(lo, k);
    }
    if (!by || !p->pending)
        p->pending = NULL;
    else
        p->pending =
            negate ? expr_sub(lo->pool, p->pending, by) : expr_add(lo->pool, p->pending, by);
}

/* The subscript of a section: the element of it that the nest is at. */
static void select_section(lowering *lo, place *p, const syntax *s)
{
    const expr *by = section_index(lo, p, s->child[0]->type, s->child[1]);
    p->pending = by && p->pending ? expr_add(lo->pool, p->pending, by) : NULL;
}

static int rank_of(const decl *d)
{
    return d ? d->rank : 0;
}

/* One subscript of the rows that a cast makes of a vector. */
static void step_into_shape(lowering *lo, place *p)
{
    const expr *stride = expr_int(lo->pool, 1);
    for (int i = p->shape_level + 1; i < p->shape_rank; i++)
        stride = stride && p->shape[i] ? expr_mul(lo->pool, stride, p->shape[i]) : NULL;
    bool is_known = stride && p->pending && p->linear;
    p->linear =
        is_known ? expr_add(lo->pool, p->linear, expr_mul(lo->pool, p->pending, stride)) : NULL;
    p->pending = expr_int(lo->pool, 0);
    p->shape_level++;
    if (p->shape_level == p->shape_rank) {
        p->index[p->level++] = p->linear;
        p->shape_rank = 0;
    }
}

/* What the pointer `p`, of type `from`, points at: an object of type `type`. */
static void dereference(lowering *lo, place *p, const c_type *from, const c_type *type)
{
    if (p->is_whole_pointer) {
        int64_t added = -1;
        if (!p->pending || !expr_is_int(p->pending, &added) || added != 0)
            lose_shape(p); /* beside the array */
        p->is_whole_pointer = false;
        p->kind = PLACE_ADDRESS;
        return;
    }
    if (p->kind == PLACE_ELEMENT || p->kind == PLACE_MEMORY || !p->base) {
        p->is_indirect |= p->kind == PLACE_ELEMENT && from && from->kind == TYPE_POINTER;
        p->kind = PLACE_MEMORY; /* an array in a struct, or a pointer that is in memory */
        return;
    }
    if (p->shape_rank) {
        step_into_shape(lo, p);
    } else if (!p->is_reshaped && p->level < rank_of(p->base)) {
        p->index[p->level] = p->pending;
        p->by_scalar[p->level] = p->pending_by_scalar;
        p->source[p->level] = p->pending_source;
        p->pending_by_scalar = (scalar_index){0};
        p->pending_source = (index_source){0};
        p->level++;
        p->pending = expr_int(lo->pool, 0);
    }
    if (type && type->kind == TYPE_ARRAY)
        p->kind = PLACE_ADDRESS;
    else
        p->kind = rank_of(p->base) ? PLACE_ELEMENT : PLACE_MEMORY;
}

/* A row, or a whole array, to whose beginning nothing has been added: &a is no &a[0]. */
static bool is_array(const place *p, const syntax *s)
{
    int64_t added = -1;
    return p->kind == PLACE_ADDRESS && s->type && s->type->kind == TYPE_ARRAY && p->pending &&
           expr_is_int(p->pending, &added) && added == 0;
}

/* &x: x's last subscript becomes what is added to the pointer again. */
static void take_address(lowering *lo, place *p, const syntax *x)
{
    bool is_part = p->kind == PLACE_ELEMENT || is_array(p, x);
    if (p->shape_rank) {
        p->shape_rank = 0;
        lose_shape(p);
    } else if (is_part && p->level > 0 && !p->is_reshaped) {
        p->level--;
        p->pending = p->index[p->level];
        p->pending_by_scalar = p->by_scalar[p->level];
        p->pending_source = p->source[p->level];
        p->index[p->level] = NULL;
        p->by_scalar[p->level] = (scalar_index){0};
        p->source[p->level] = (index_source){0};
    } else if (is_part && p->kind == PLACE_ADDRESS && rank_of(p->base) && !p->is_reshaped &&
               p->base->type->kind == TYPE_ARRAY && p->base->kind == DECL_VARIABLE) {
        p->is_whole_pointer = true;
    } else if (!p->pending) {
        p->pending = expr_int(lo->pool, 0);
    }
    p->kind = PLACE_ADDRESS;
    p->member_at = p->member_bytes = 0; /* it may lead further */
}

/* May the pointer have other memory than at first? */
static bool may_be_repointed(const lowering *lo, const decl *d)
{
    const decl_info *info = &lo->info[d->id];
    return info->now.flow == FLOW_VARYING ||
           (!pointer_is_tracked(lo, d) && (info->has_address_taken || info->is_repointed));
}

static place of_name(lowering *lo, const syntax *s)
{
    if (s->decl && lo->info[s->decl->id].now.path)
        return *lo->info[s->decl->id].now.path;
    place p = {.base = s->decl,
               .is_whole_pointer = s->decl && s->decl->is_whole_pointer,
               .is_repointed = s->decl && s->decl->rank && may_be_repointed(lo, s->decl),
               .pending = expr_int(lo->pool, 0)};
    if (!s->decl || s->decl->kind == DECL_FUNCTION || s->decl->kind == DECL_ENUMERATOR) {
        p.base = NULL;
        p.kind = PLACE_NONE;
    } else if (s->decl->rank || s->decl->type->kind == TYPE_POINTER ||
               s->decl->type->kind == TYPE_ARRAY) {
        p.kind = PLACE_ADDRESS;
    } else {
        p.kind = s->decl->type->kind == TYPE_RECORD ? PLACE_MEMORY : PLACE_SCALAR;
    }
    return p;
}

static place of_binary(lowering *lo, const syntax *s)
{
    bool is_sum = s->op == OPERATOR_ADD || s->op == OPERATOR_SUB;
    bool is_pointer = s->type && s->type->kind == TYPE_POINTER;
    if (!is_sum || !is_pointer)
        return (place){0};
    int pointer = s->child[0]->type && (s->child[0]->type->kind == TYPE_POINTER ||
                                        s->child[0]->type->kind == TYPE_ARRAY)
                      ? 0
                      : 1;
    place p = access_path_of(lo, s->child[pointer]);
    advance(lo, &p, s->child[1 - pointer], s->op == OPERATOR_SUB);
    return p;
}

/* A vector cast to a pointer to rows: (double (*)[n])p. */
static bool apply_shape(lowering *lo, place *p, const syntax *s)
{
    const c_type *row = s->type->target;
    int dims = 1;
    for (; row && row->kind == TYPE_ARRAY; row = row->target)
        dims++;
    bool is_vector = rank_of(p->base) == 1 && p->level == 0 && !p->shape_rank && !p->is_reshaped;
    if (!is_vector || dims == 1 || dims > MAX_RANK || s->child_count != dims || !row ||
        row->bytes != p->base->element->bytes)
        return false;
    p->linear = p->pending;
    p->pending = expr_int(lo->pool, 0);
    p->shape_rank = dims;
    p->shape_level = 0;
    for (int i = 1; i < dims; i++) {
        p->shape[i] = value_integer(lo, s->child[i], false);
        add_part(p, s->child[i]);
    }
    return true;
}

/* A cast between pointers: to the same shape it is nothing; to one that is not
 * understood the subscripts no longer are the variable's. */
static place of_cast(lowering *lo, const syntax *s)
{
    place p = access_path_of(lo, s->child[0]);
    bool is_pointer = s->type && s->type->kind == TYPE_POINTER;
    if (!is_pointer)
        return (place){0};
    bool is_same = s->child_count == 1 && s->child[0]->type && s->child[0]->type->target &&
                   s->type->target->kind == s->child[0]->type->target->kind &&
                   s->type->target->bytes == s->child[0]->type->target->bytes &&
                   s->type->target->kind != TYPE_ARRAY;
    if (!is_same && p.base && rank_of(p.base) && !apply_shape(lo, &p, s))
        lose_shape(&p);
    return p;
}

/* Of an element that is a structure, a member, or a member of that. */
static void select_member(place *p, const syntax *s)
{
    const c_type *of = s->child[0]->type;
    if (of && s->is_arrow)
        of = of->target;
    p->is_of_member |= p->kind == PLACE_ELEMENT;
    if (p->kind != PLACE_ELEMENT || p->is_reshaped || p->shape_rank)
        return;
    if (p->member_bytes) {
        p->member_at += s->member_at;
        p->member_bytes = s->member_bytes; /* 0: any of the element */
    } else if (of && p->base->element && of->bytes == p->base->element->bytes) {
        p->member_at = s->member_at;
        p->member_bytes = s->member_bytes;
    }
}

place access_path_of(lowering *lo, const syntax *s)
{
    place p = {0};
    while (s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF &&
           s->child[0]->kind == SYNTAX_UNARY && s->child[0]->op == OPERATOR_ADDRESS)
        s = s->child[0]->child[0]; /* *&x */
    if (s->kind == SYNTAX_NAME)
        return of_name(lo, s);
    if (s->kind == SYNTAX_BINARY)
        return of_binary(lo, s);
    if (s->kind == SYNTAX_CAST)
        return of_cast(lo, s);
    if (s->kind == SYNTAX_SUBSCRIPT) {
        p = access_path_of(lo, s->child[0]);
        if (s->child[1]->kind == SYNTAX_SECTION)
            select_section(lo, &p, s);
        else if (p.kind == PLACE_NONE || p.kind == PLACE_ELEMENT || p.kind == PLACE_MEMORY)
            add_part(&p, s->child[1]);
        else
            advance(lo, &p, s->child[1], false);
        if (p.kind == PLACE_NONE && s->child[1]->kind != SYNTAX_SECTION)
            p.part[0] = s->child[0], p.part[1] = s->child[1], p.part_count = 2;
        dereference(lo, &p, s->child[0]->type, s->type);
        p.is_by_pointer |= s->is_walked;
    } else if (s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF) {
        p = access_path_of(lo, s->child[0]);
        if (p.kind == PLACE_NONE)
            p.part[0] = s->child[0], p.part_count = 1;
        dereference(lo, &p, s->child[0]->type, s->type);
    } else if (s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS) {
        p = access_path_of(lo, s->child[0]);
        take_address(lo, &p, s->child[0]);
    } else if (s->kind == SYNTAX_MEMBER && value_array_member(lo, s)) {
        p = (place){.base = value_array_member(lo, s),
                    .kind = PLACE_ADDRESS,
                    .pending = expr_int(lo->pool, 0)};
    } else if (s->kind == SYNTAX_MEMBER) {
        p = access_path_of(lo, s->child[0]);
        if (p.kind == PLACE_NONE && syntax_has(s->child[0], SYNTAX_CALL))
            p.part[0] = s->child[0], p.part_count = 1; /* f()->x */
        if (s->is_arrow && p.kind != PLACE_NONE)
            dereference(lo, &p, s->child[0]->type, NULL);
        else if (p.kind != PLACE_ELEMENT)
            p.kind = PLACE_MEMORY;
        select_member(&p, s);
    }
    return p;
}

/* A row of a flat array, or of a pointer that one may be passed for, is found by the scalar times
 * its length; else the scalar is the subscript. */
static bool is_by_scalar(const variable *v, const scalar_index *from, bool *is_row)
{
    int64_t factor = 0;
    *is_row = !expr_is_int(from->factor, &factor) || factor != 1;
    return *is_row ? v->is_flat || (v->rank == 1 && v->formal_index >= 0)
                   : !v->is_flat && !from->offset->uses_loop_var;
}

static void note_scalars(lowering *lo, const place *p, reference *r)
{
    scalar_subscript *by = NULL;
    for (int i = 0; i < p->level && !p->is_reshaped; i++) {
        const scalar_index *from = &p->by_scalar[i];
        bool is_row = false;
        if (r->sub[i].kind != SUBSCRIPT_INDIRECT || !from->scalar ||
            !is_by_scalar(r->var, from, &is_row))
            continue;
        if (!by)
            by = ARENA_ARRAY(lo->ctx->arena, r->var->rank, scalar_subscript);
        by[i] = (scalar_subscript){lo->info[from->scalar->id].var, from->offset,
                                   is_row ? from->factor : NULL};
    }
    r->by_scalar = by;
}

static void note_sources(lowering *lo, const place *p, reference *r)
{
    index_source *of = NULL;
    for (int i = 0; i < p->level && !p->is_reshaped && !r->var->is_flat; i++) {
        if (r->sub[i].kind != SUBSCRIPT_INDIRECT || !p->source[i].of)
            continue;
        if (!of)
            of = ARENA_ARRAY(lo->ctx->arena, r->var->rank, index_source);
        of[i] = p->source[i];
    }
    r->sources = of;
}

const reference *access_path_reference(lowering *lo, const place *p, source_range where)
{
    variable *v = p->base ? lo->info[p->base->id].var : NULL;
    if (!v || !v->rank)
        return NULL;
    reference *r = ARENA_NEW(lo->ctx->arena, reference);
    r->var = v;
    r->where = where;
    r->is_linear = v->is_flat;
    r->is_by_pointer = p->is_by_pointer;
    r->index_operations = p->index_operations;
    r->member_at = p->member_at;
    r->member_bytes = p->member_bytes;
    for (int i = 0; i < v->rank; i++) {
        bool is_known = !p->is_reshaped && i < p->level && p->index[i] && (i == 0 || !v->is_flat);
        r->sub[i].kind = is_known ? SUBSCRIPT_VALUE : SUBSCRIPT_INDIRECT;
        r->sub[i].value = is_known ? p->index[i] : NULL;
    }
    note_scalars(lo, p, r);
    note_sources(lo, p, r);
    if (v->align)
        lo->fn.has_distributed = true;
    if (!r->is_linear)
        value_check_rows(lo, r);
    return r;
}
