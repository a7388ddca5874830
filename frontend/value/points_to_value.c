/* Sets of arrays, and those that expressions lead to: value/points_to.h. */

#include <string.h>

#include "frontend/syntax/library_function.h"
#include "frontend/value/memory_function.h"
#include "frontend/value/points_to_state.h"

/* --- Sets ------------------------------------------------------------------------ */

bit_set points_new_set(lowering *lo, const points_to *pt)
{
    return ARENA_ARRAY(lo->ctx->arena, pt->words + 1, uint64_t);
}

void points_add_all(const points_to *pt, bit_set into, const uint64_t *from)
{
    for (int i = 0; from && i < pt->words; i++)
        into[i] |= from[i];
}

void points_add_one(const points_to *pt, bit_set into, const variable *v)
{
    int at = v && v->id < pt->variable_count ? pt->position[v->id] : -1;
    if (at >= 0)
        into[at / 64] |= (uint64_t)1 << at % 64;
}

static void add_function(const points_to *pt, bit_set into, const decl *f)
{
    int at = pt->count + pt->number[f->id] - 1;
    if (pt->number[f->id])
        into[at / 64] |= (uint64_t)1 << at % 64;
}

static bool is_empty(const points_to *pt, const uint64_t *set)
{
    for (int i = 0; set && i < pt->words; i++)
        if (set[i])
            return false;
    return true;
}

void points_grow(lowering *lo, points_to *pt, bit_set *into, const uint64_t *from)
{
    if (is_empty(pt, from))
        return;
    if (!*into)
        *into = points_new_set(lo, pt);
    for (int i = 0; i < pt->words; i++) {
        pt->has_changed |= (from[i] & ~(*into)[i]) != 0;
        (*into)[i] |= from[i];
    }
}

/* --- Values ---------------------------------------------------------------------- */

/* Or a structure of numbers. */
static bool is_number(const c_type *type)
{
    return type &&
           (type->kind == TYPE_INT || type->kind == TYPE_FLOAT || type->kind == TYPE_DOUBLE ||
            type->kind == TYPE_VOID || (type->kind == TYPE_RECORD && !type->has_addresses));
}

bool points_is_pointer(const c_type *type)
{
    return type && type->kind == TYPE_POINTER;
}

/* Of what `p` points at in `p->m`, a mapped member of such structures is not m unless it is called
 * so. */
static bool is_other_member(const points_to *pt, int at, const syntax *s)
{
    const syntax *p = s->child[0];
    const decl *d = p->kind == SYNTAX_NAME ? p->decl : NULL;
    const char *record = pt->record[at], *name = strchr(pt->arrays[at]->name, '.');
    const size_t length = name ? strcspn(name + 1, ".") : 0;
    return record && d && d->record && strcmp(record, d->record) == 0 &&
           (strlen(s->member) != length || strncmp(name + 1, s->member, length) != 0);
}

void points_leave_member(const points_to *pt, const syntax *s, bit_set set)
{
    for (int i = 0; i < pt->count; i++)
        if (s->kind == SYNTAX_MEMBER && is_other_member(pt, i, s))
            set[i / 64] &= ~((uint64_t)1 << i % 64);
}

static void arrow_set_of(lowering *lo, const syntax *s, bit_set out)
{
    bit_set set = points_new_set(lo, lo->points);
    points_value(lo, s->child[0], set);
    points_leave_member(lo->points, s, set);
    points_add_all(lo->points, out, set);
}

/* Is it a pointer that `main` is given: to what the system says? */
static bool is_of_system(const syntax *s)
{
    return s->kind == SYNTAX_NAME && s->decl && s->decl->kind == DECL_FORMAL && s->decl->function &&
           strcmp(s->decl->function->name, "main") == 0;
}

/* Of the place that `s` names. */
void points_address(lowering *lo, const syntax *s, bit_set out)
{
    bool is_part =
        s->kind == SYNTAX_SUBSCRIPT || (s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF);
    if (s->kind == SYNTAX_MEMBER && s->is_arrow)
        arrow_set_of(lo, s, out);
    else if (s->kind == SYNTAX_MEMBER)
        points_address(lo, s->child[0], out);
    else if (is_part)
        points_value(lo, s->child[0], out);
    else if (s->kind == SYNTAX_NAME)
        points_value(lo, s, out);
}

/* Of the address of a structure: its mapped members, which are variables of their own, too. */
static void add_members(lowering *lo, const syntax *s, bit_set out)
{
    while (s->kind == SYNTAX_MEMBER && !s->is_arrow)
        s = s->child[0];
    const decl *d = s->kind == SYNTAX_NAME ? s->decl : NULL;
    for (int i = 0; d && !d->has_known_members && i < d->member_count; i++)
        points_add_one(lo->points, out, lo->info[d->members[i]->id].var);
}

static void call_set_of(lowering *lo, const syntax *s, bit_set out)
{
    const points_to *pt = lo->points;
    const char *name = syntax_callee_name(s);
    library_kind kind = name ? library_kind_of(name) : LIBRARY_NONE;
    if (name && memory_use_of(s->child[0]->decl))
        return;
    if (name && s->child[0]->decl->body) {
        points_add_all(pt, out, pt->of[s->child[0]->decl->id]);
        return;
    }
    if (kind == LIBRARY_NONE)
        points_add_all(pt, out, pt->others);
    for (int i = 1; kind != LIBRARY_FREES && i < s->child_count;
         i++) /* memcpy, strchr: one of them */
        points_value(lo, s->child[i], out);
}

void points_name(lowering *lo, const decl *d, bit_set out)
{
    const points_to *pt = lo->points;
    if (d && d->kind == DECL_FUNCTION)
        add_function(pt, out, d);
    if (!d || d->kind == DECL_FUNCTION || d->kind == DECL_ENUMERATOR)
        return;
    points_add_one(pt, out, lo->info[d->id].var);
    points_add_all(pt, out, pt->of[d->id]);
    points_add_all(pt, out, pt->bound[d->id]);
}

void points_value(lowering *lo, const syntax *s, bit_set out)
{
    const points_to *pt = lo->points;
    bool is_comma = s && s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA;
    if (!s || (is_number(s->type) && s->kind != SYNTAX_INIT_LIST))
        return;
    if (s->kind == SYNTAX_NAME) {
        points_name(lo, s->decl, out);
    } else if (s->kind == SYNTAX_CALL) {
        call_set_of(lo, s, out);
    } else if (s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS) {
        points_address(lo, s->child[0], out);
        add_members(lo, s->child[0], out);
    } else if (s->kind == SYNTAX_SUBSCRIPT || s->kind == SYNTAX_MEMBER ||
               (s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF)) {
        bool is_loaded = points_is_pointer(s->child[0]->type) && !is_of_system(s->child[0]) &&
                         !(s->type && s->type->kind == TYPE_ARRAY);
        points_address(lo, s, out);
        if (is_loaded)
            points_add_all(pt, out, pt->memory);
    } else {
        for (int i = is_comma || s->kind == SYNTAX_CONDITIONAL ? 1 : 0; i < s->child_count; i++)
            points_value(lo, s->child[i], out);
    }
}

const decl *points_actual(const syntax *s)
{
    for (bool is_place = false;;) {
        bool is_part =
            s->kind == SYNTAX_SUBSCRIPT || (s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF);
        if (s->kind == SYNTAX_NAME)
            return s->decl && s->decl->kind != DECL_FUNCTION ? s->decl : NULL;
        if (s->kind == SYNTAX_MEMBER)
            return NULL;
        if (is_part && !is_place && points_is_pointer(s->type))
            return NULL; /* a pointer that is in memory */
        if (!is_part && s->kind != SYNTAX_CAST && s->kind != SYNTAX_BINARY &&
            (s->kind != SYNTAX_UNARY || s->op != OPERATOR_ADDRESS))
            return NULL;
        is_place = s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS;
        bool is_right = s->kind == SYNTAX_BINARY && is_number(s->child[0]->type);
        s = s->child[is_right];
    }
}
