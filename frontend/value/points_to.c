#include "frontend/value/points_to.h"

#include <string.h>

#include "frontend/syntax/library_function.h"
#include "frontend/value/alias.h"
#include "frontend/value/exchange.h"
#include "frontend/value/member.h"
#include "frontend/value/memory_function.h"
#include "frontend/value/pointer_flow.h"

/* Of the arrays' positions in points_to.arrays, and after these of the functions'. */
typedef uint64_t *bit_set;

struct points_to {
    int count, words, variable_count;
    const variable **arrays;
    const char **record;         /* of which structure an array is a member; null: of none */
    VEC(const decl *) functions; /* that are named otherwise than to be called */
    int *number;                 /* by a declaration's id: 1 + its position in these; 0: none */
    int *position;               /* by a variable's id; -1: it is not distributed */
    bit_set *of;                 /* by a declaration's id: what is not followed */
    bit_set *bound;              /* formals: the actual arrays, which plan/ puts in their place */
    bit_set memory;              /* of all pointers that are reached by pointers */
    bit_set others;              /* of functions elsewhere */
    bit_set none;
    bool *is_moved;  /* by a declaration's id: the pointer is assigned, or its address taken */
    bit_set pointed; /* of functions that are called by pointers; null: not asked for yet */
    bool has_changed;
    bool has_elsewhere; /* some call leads out of this source, and may come back */
};

typedef struct points_to points_to;

/* --- Sets ------------------------------------------------------------------------ */

static bit_set new_set(lowering *lo, const points_to *pt)
{
    return ARENA_ARRAY(lo->ctx->arena, pt->words + 1, uint64_t);
}

static void add_all(const points_to *pt, bit_set into, const uint64_t *from)
{
    for (int i = 0; from && i < pt->words; i++)
        into[i] |= from[i];
}

static void add_one(const points_to *pt, bit_set into, const variable *v)
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

/* Adds, and notes whether something was new. */
static void grow(lowering *lo, points_to *pt, bit_set *into, const uint64_t *from)
{
    if (is_empty(pt, from))
        return;
    if (!*into)
        *into = new_set(lo, pt);
    for (int i = 0; i < pt->words; i++) {
        pt->has_changed |= (from[i] & ~(*into)[i]) != 0;
        (*into)[i] |= from[i];
    }
}

static array_list list_of(lowering *lo, const points_to *pt, const uint64_t *set)
{
    VEC(const variable *) list = {0};
    for (int i = 0; set && i < pt->count; i++)
        if (set[i / 64] >> i % 64 & 1)
            VEC_PUSH(lo->ctx->arena, &list, pt->arrays[i]);
    return (array_list){list.count, list.data};
}

/* --- Values ---------------------------------------------------------------------- */

static bool is_number(const c_type *type)
{
    return type && (type->kind == TYPE_INT || type->kind == TYPE_FLOAT ||
                    type->kind == TYPE_DOUBLE || type->kind == TYPE_VOID);
}

static bool is_pointer(const c_type *type)
{
    return type && type->kind == TYPE_POINTER;
}

static void value_set_of(lowering *lo, const syntax *s, bit_set out);

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

/* Of all that the pointer in `p->m` may lead to, leaves what m may be in. */
static void leave_member(const points_to *pt, const syntax *s, bit_set set)
{
    for (int i = 0; i < pt->count; i++)
        if (s->kind == SYNTAX_MEMBER && is_other_member(pt, i, s))
            set[i / 64] &= ~((uint64_t)1 << i % 64);
}

static void arrow_set_of(lowering *lo, const syntax *s, bit_set out)
{
    bit_set set = new_set(lo, lo->points);
    value_set_of(lo, s->child[0], set);
    leave_member(lo->points, s, set);
    add_all(lo->points, out, set);
}

/* Is it a pointer that `main` is given: to what the system says? */
static bool is_of_system(const syntax *s)
{
    return s->kind == SYNTAX_NAME && s->decl && s->decl->kind == DECL_FORMAL && s->decl->function &&
           strcmp(s->decl->function->name, "main") == 0;
}

/* Of the place that `s` names. */
static void address_set_of(lowering *lo, const syntax *s, bit_set out)
{
    bool is_part =
        s->kind == SYNTAX_SUBSCRIPT || (s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF);
    if (s->kind == SYNTAX_MEMBER && s->is_arrow)
        arrow_set_of(lo, s, out);
    else if (s->kind == SYNTAX_MEMBER)
        address_set_of(lo, s->child[0], out);
    else if (is_part)
        value_set_of(lo, s->child[0], out);
    else if (s->kind == SYNTAX_NAME)
        value_set_of(lo, s, out);
}

/* Of the address of a structure: its mapped members, which are variables of their own, too. */
static void add_members(lowering *lo, const syntax *s, bit_set out)
{
    while (s->kind == SYNTAX_MEMBER && !s->is_arrow)
        s = s->child[0];
    const decl *d = s->kind == SYNTAX_NAME ? s->decl : NULL;
    for (int i = 0; d && !d->has_known_members && i < d->member_count; i++)
        add_one(lo->points, out, lo->info[d->members[i]->id].var);
}

static void call_set_of(lowering *lo, const syntax *s, bit_set out)
{
    const points_to *pt = lo->points;
    const char *name = syntax_callee_name(s);
    library_kind kind = name ? library_kind_of(name) : LIBRARY_NONE;
    if (name && memory_use_of(s->child[0]->decl))
        return;
    if (name && s->child[0]->decl->body) {
        add_all(pt, out, pt->of[s->child[0]->decl->id]);
        return;
    }
    if (kind == LIBRARY_NONE)
        add_all(pt, out, pt->others);
    for (int i = 1; kind != LIBRARY_FREES && i < s->child_count;
         i++) /* memcpy, strchr: one of them */
        value_set_of(lo, s->child[i], out);
}

static void name_set_of(lowering *lo, const decl *d, bit_set out)
{
    const points_to *pt = lo->points;
    if (d && d->kind == DECL_FUNCTION)
        add_function(pt, out, d);
    if (!d || d->kind == DECL_FUNCTION || d->kind == DECL_ENUMERATOR)
        return;
    add_one(pt, out, lo->info[d->id].var);
    add_all(pt, out, pt->of[d->id]);
    add_all(pt, out, pt->bound[d->id]);
}

static void value_set_of(lowering *lo, const syntax *s, bit_set out)
{
    const points_to *pt = lo->points;
    bool is_comma = s && s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA;
    if (!s || (is_number(s->type) && s->kind != SYNTAX_INIT_LIST))
        return;
    if (s->kind == SYNTAX_NAME) {
        name_set_of(lo, s->decl, out);
    } else if (s->kind == SYNTAX_CALL) {
        call_set_of(lo, s, out);
    } else if (s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS) {
        address_set_of(lo, s->child[0], out);
        add_members(lo, s->child[0], out);
    } else if (s->kind == SYNTAX_SUBSCRIPT || s->kind == SYNTAX_MEMBER ||
               (s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF)) {
        bool is_loaded = is_pointer(s->child[0]->type) && !is_of_system(s->child[0]) &&
                         !(s->type && s->type->kind == TYPE_ARRAY);
        address_set_of(lo, s, out);
        if (is_loaded)
            add_all(pt, out, pt->memory);
    } else {
        for (int i = is_comma || s->kind == SYNTAX_CONDITIONAL ? 1 : 0; i < s->child_count; i++)
            value_set_of(lo, s->child[i], out);
    }
}

/* --- What the program assigns ------------------------------------------------------ */

/* The variable in which, or through which, `s` is stored; null: none is named. */
static const decl *base_of(const syntax *s, bool *by_pointer)
{
    for (*by_pointer = false; s && s->kind != SYNTAX_NAME; s = s->child_count ? s->child[0] : NULL)
        *by_pointer |= s->kind != SYNTAX_MEMBER || s->is_arrow
                           ? s->child_count && s->child[0] && is_pointer(s->child[0]->type)
                           : false;
    return s ? s->decl : NULL;
}

static void store(lowering *lo, const syntax *left, const uint64_t *value)
{
    points_to *pt = lo->points;
    bool by_pointer;
    const decl *base = base_of(left, &by_pointer);
    if (base && base->kind != DECL_FUNCTION)
        grow(lo, pt, &pt->of[base->id], value);
    if (by_pointer || !base)
        grow(lo, pt, &pt->memory, value);
}

static const decl *pointer_named(const syntax *s)
{
    bool is = s && s->kind == SYNTAX_NAME && s->decl && s->decl->kind != DECL_FUNCTION &&
              is_pointer(s->decl->type);
    return is ? s->decl : NULL;
}

static void assign(lowering *lo, const syntax *left, const syntax *value)
{
    points_to *pt = lo->points;
    bit_set set = new_set(lo, pt);
    value_set_of(lo, value, set);
    store(lo, left, set);
    const decl *d = pointer_named(left);
    if (d)
        pt->is_moved[d->id] = true;
}

/* A row is set to what is not its own: to what the value leads to, and that leads into the rows. */
static void set_row(lowering *lo, const syntax *s)
{
    bit_set set = new_set(lo, lo->points);
    if (s->child[0]->type && s->child[0]->type->kind == TYPE_ARRAY) {
        address_set_of(lo, s->child[0], set);
        store(lo, s->child[1], set);
    }
}

/* The array that plan/ puts in the place of a formal which is given `s`; null: none. */
static const decl *actual_of(const syntax *s)
{
    for (bool is_place = false;;) {
        bool is_part =
            s->kind == SYNTAX_SUBSCRIPT || (s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF);
        if (s->kind == SYNTAX_NAME)
            return s->decl && s->decl->kind != DECL_FUNCTION ? s->decl : NULL;
        if (s->kind == SYNTAX_MEMBER)
            return NULL;
        if (is_part && !is_place && is_pointer(s->type))
            return NULL; /* a pointer that is in memory */
        if (!is_part && s->kind != SYNTAX_CAST && s->kind != SYNTAX_BINARY &&
            (s->kind != SYNTAX_UNARY || s->op != OPERATOR_ADDRESS))
            return NULL;
        is_place = s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS;
        bool is_right = s->kind == SYNTAX_BINARY && is_number(s->child[0]->type);
        s = s->child[is_right];
    }
}

static void bind(lowering *lo, const decl *formal, const syntax *value)
{
    points_to *pt = lo->points;
    if (lo->info[formal->id].var && lo->info[formal->id].var->section != SECTION_NONE)
        return; /* it is each node's own memory, and goes no further */
    const decl *actual = actual_of(value);
    bool is_formal = actual && actual->kind == DECL_FORMAL && !pt->is_moved[actual->id];
    bit_set set = new_set(lo, pt), followed = new_set(lo, pt);
    if (actual && lo->info[actual->id].var && lo->info[actual->id].var->align) {
        add_one(pt, followed, lo->info[actual->id].var);
        add_all(pt, set, pt->of[actual->id]);
    } else if (actual && value->kind == SYNTAX_NAME && actual->kind == DECL_VARIABLE &&
               is_pointer(actual->type) && pointer_is_tracked(lo, actual)) {
        value_set_of(lo, value, followed); /* or the call is an access: lower/call.c */
    } else if (is_formal) {
        add_all(pt, followed, pt->bound[actual->id]);
        add_all(pt, set, pt->of[actual->id]);
    } else {
        value_set_of(lo, value, set);
    }
    grow(lo, pt, &pt->bound[formal->id], followed);
    grow(lo, pt, &pt->of[formal->id], set);
}

static void pass(lowering *lo, const syntax *call)
{
    points_to *pt = lo->points;
    const char *name = syntax_callee_name(call);
    const decl *callee = name ? call->child[0]->decl : NULL;
    if (memory_use_of(callee))
        return;
    library_kind kind = name ? library_kind_of(name) : LIBRARY_NONE;
    bool is_elsewhere =
        !callee || (!callee->body && !callee->is_const_function && !callee->is_pure &&
                    (kind == LIBRARY_NONE || kind == LIBRARY_LATER));
    bool comes_back = is_elsewhere && callee && source_range_is_set(callee->where);
    pt->has_changed |= comes_back && !pt->has_elsewhere;
    pt->has_elsewhere |= comes_back;
    for (int i = 1; i < call->child_count; i++) {
        bit_set set = new_set(lo, pt);
        if (callee && callee->body && i <= callee->formal_count) {
            bind(lo, callee->formals[i - 1], call->child[i]);
        } else if (is_elsewhere || (callee && callee->body)) {
            value_set_of(lo, call->child[i], set);
            grow(lo, pt, callee && callee->body ? &pt->memory : &pt->others, set);
        }
    }
}

/* Pointers whose own addresses are taken may be assigned by those. */
static void take_address(lowering *lo, const decl *d)
{
    points_to *pt = lo->points;
    pt->is_moved[d->id] = true;
    grow(lo, pt, &pt->memory, pt->of[d->id]);
    grow(lo, pt, &pt->memory, pt->bound[d->id]);
    grow(lo, pt, &pt->of[d->id], pt->memory);
}

static void note_statement(lowering *lo, const decl *f, const syntax *s)
{
    points_to *pt = lo->points;
    if (!s || exchange_has(lo, s))
        return;
    const decl *d = s->kind == SYNTAX_UNARY ? pointer_named(s->child[0]) : NULL;
    if (s->kind == SYNTAX_ASSIGN) {
        assign(lo, s->child[0], s->child[1]);
        set_row(lo, s);
    } else if (s->kind == SYNTAX_CALL)
        pass(lo, s);
    else if (d && s->op == OPERATOR_ADDRESS)
        take_address(lo, d);
    else if (d && s->op >= OPERATOR_PRE_INC)
        pt->is_moved[d->id] = true;
    else if (s->kind == SYNTAX_RETURN && s->child[0]) {
        bit_set set = new_set(lo, pt);
        value_set_of(lo, s->child[0], set);
        grow(lo, pt, &pt->of[f->id], set);
    }
    for (int i = 0; i < s->child_count; i++) {
        note_statement(lo, f, s->child[i]);
        if (s->kind == SYNTAX_DECLARATION && s->child[i]->decl->init) {
            assign(lo, s->child[i], s->child[i]->decl->init);
            note_statement(lo, f, s->child[i]->decl->init);
        }
    }
}

/* Functions elsewhere see external variables, and what memory they lead to. */
static void note_globals(lowering *lo)
{
    points_to *pt = lo->points;
    for (int i = 0; i < lo->source->decl_count; i++) {
        const decl *d = lo->source->decls[i];
        if ((d->function && !d->is_external) || d->kind != DECL_VARIABLE)
            continue;
        if (d->init)
            assign(lo, &(syntax){.kind = SYNTAX_NAME, .decl = (decl *)d, .type = d->type}, d->init);
        if (d->is_external && source_range_is_set(d->where)) {
            bit_set set = new_set(lo, pt);
            add_one(pt, set, lo->info[d->id].var);
            grow(lo, pt, &pt->others, set);
            grow(lo, pt, &pt->others, pt->of[d->id]);
            if (pt->has_elsewhere && !d->type->is_const &&
                (d->type->kind == TYPE_POINTER || d->type->kind == TYPE_RECORD))
                grow(lo, pt, &pt->of[d->id], pt->others);
        }
    }
    if (pt->has_elsewhere)
        grow(lo, pt, &pt->memory, pt->others);
}

/* Functions that are named otherwise than to be called. */
static void find_functions(lowering *lo, const syntax *s)
{
    points_to *pt = lo->points;
    if (!s)
        return;
    const decl *d = s->kind == SYNTAX_NAME ? s->decl : NULL;
    if (d && d->kind == DECL_FUNCTION && d->body && !pt->number[d->id]) {
        VEC_PUSH(lo->ctx->arena, &pt->functions, d);
        pt->number[d->id] = pt->functions.count;
    }
    bool is_named_call = s->kind == SYNTAX_CALL && syntax_callee_name(s);
    for (int i = is_named_call ? 1 : 0; i < s->child_count; i++)
        find_functions(lo, s->child[i]);
    for (int i = 0; s->kind == SYNTAX_DECLARATION && i < s->child_count; i++)
        find_functions(lo, s->child[i]->decl->init);
}

static void find_all_functions(lowering *lo)
{
    for (int i = 0; i < lo->source->decl_count; i++)
        if (!lo->source->decls[i]->function)
            find_functions(lo, lo->source->decls[i]->init);
    for (int i = 0; i < lo->source->function_count; i++)
        find_functions(lo, lo->source->functions[i]->body);
}

static void find_records(lowering *lo, points_to *pt)
{
    pt->record = ARENA_ARRAY(lo->ctx->arena, pt->count + 1, const char *);
    for (int i = 0; i < lo->source->decl_count; i++) {
        const decl *d = lo->source->decls[i];
        for (int k = 0; k < d->member_count; k++) {
            const variable *v = lo->info[d->members[k]->id].var;
            if (v && v->align)
                pt->record[pt->position[v->id]] = d->record;
        }
    }
}

void points_to_find(lowering *lo)
{
    points_to *pt = ARENA_NEW(lo->ctx->arena, points_to);
    arena *a = lo->ctx->arena;
    int variables = lo->found.variables.count, decls = lo->source->decl_count;
    pt->variable_count = variables;
    pt->position = ARENA_ARRAY(a, variables + 1, int);
    pt->arrays = ARENA_ARRAY(a, variables + 1, const variable *);
    pt->of = ARENA_ARRAY(a, decls + 1, bit_set);
    pt->bound = ARENA_ARRAY(a, decls + 1, bit_set);
    pt->is_moved = ARENA_ARRAY(a, decls + 1, bool);
    for (int i = 0; i < variables; i++) {
        const variable *v = lo->found.variables.data[i];
        pt->position[i] = v->align ? pt->count : -1;
        if (v->align)
            pt->arrays[pt->count++] = v;
    }
    find_records(lo, pt);
    pt->number = ARENA_ARRAY(a, decls + 1, int);
    lo->points = pt;
    find_all_functions(lo);
    pt->words = (pt->count + pt->functions.count + 63) / 64;
    do {
        pt->has_changed = false;
        note_globals(lo);
        for (int i = 0; i < lo->source->function_count; i++)
            note_statement(lo, lo->source->functions[i], lo->source->functions[i]->body);
    } while (pt->has_changed);
}

/* --- Answers ----------------------------------------------------------------------- */

array_list points_to_of(lowering *lo, const syntax *address)
{
    bit_set set = new_set(lo, lo->points);
    value_set_of(lo, address, set);
    return list_of(lo, lo->points, set);
}

/* The part of `s` that is reached by an address; null: it is a variable's part. */
static const syntax *part_by_address(const syntax *s)
{
    for (; s->kind == SYNTAX_SUBSCRIPT || s->kind == SYNTAX_MEMBER ||
           (s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF);
         s = s->child[0])
        if (is_pointer(s->child[0]->type))
            return s;
    return NULL;
}

array_list points_to_through(lowering *lo, const syntax *s)
{
    const points_to *pt = lo->points;
    const syntax *part = part_by_address(s), *address = part ? part->child[0] : NULL;
    const decl *d = address ? actual_of(address) : NULL;
    const variable *v = d ? lo->info[d->id].var : NULL;
    bit_set set = new_set(lo, pt);
    if (!address || pointer_is_followed(lo, s))
        return (array_list){0};
    if (d && d->kind == DECL_FORMAL && !pt->is_moved[d->id])
        add_all(pt, set, pt->of[d->id]);
    else
        value_set_of(lo, address, set);
    leave_member(pt, part, set);
    array_list all = list_of(lo, pt, set);
    VEC(const variable *) list = {0};
    for (int i = 0; i < all.count; i++)
        if (!v || !v->align || !value_is_same_alignment(v->align, all.arrays[i]->align))
            VEC_PUSH(lo->ctx->arena, &list, all.arrays[i]);
    return (array_list){list.count, list.data};
}

array_list points_to_of_others(lowering *lo)
{
    return list_of(lo, lo->points, lo->points->others);
}

/* --- Callbacks --------------------------------------------------------------------- */

typedef struct mention_walk {
    lowering *lo;
    bit_set set;
    bool *is_seen; /* by a declaration's id */
} mention_walk;

static void note_mentions(mention_walk *w, const syntax *s)
{
    if (!s)
        return;
    const decl *d = s->kind == SYNTAX_NAME ? s->decl : NULL;
    if (d && d->kind == DECL_FUNCTION && d->body && !w->is_seen[d->id]) {
        w->is_seen[d->id] = true;
        note_mentions(w, d->body);
    } else if (d) {
        name_set_of(w->lo, d, w->set);
    }
    for (int i = 0; i < s->child_count; i++)
        note_mentions(w, s->child[i]);
    for (int i = 0; s->kind == SYNTAX_DECLARATION && i < s->child_count; i++)
        note_mentions(w, s->child[i]->decl->init);
}

array_list points_to_of_callbacks(lowering *lo, const syntax *s)
{
    mention_walk w = {.lo = lo, .set = new_set(lo, lo->points)};
    w.is_seen = ARENA_ARRAY(lo->ctx->arena, lo->source->decl_count, bool);
    note_mentions(&w, s);
    return list_of(lo, lo->points, w.set);
}

static void note_function(mention_walk *w, const decl *f)
{
    if (!w->is_seen[f->id]) {
        w->is_seen[f->id] = true;
        note_mentions(w, f->body);
    }
}

bool points_to_of_pointed(lowering *lo, array_list *touched)
{
    points_to *pt = lo->points;
    if (!pt->pointed) {
        mention_walk w = {.lo = lo, .set = pt->pointed = new_set(lo, pt)};
        w.is_seen = ARENA_ARRAY(lo->ctx->arena, lo->source->decl_count, bool);
        for (int i = 0; i < pt->functions.count; i++)
            note_function(&w, pt->functions.data[i]);
    }
    *touched = list_of(lo, pt, pt->pointed);
    return !pt->has_elsewhere;
}

/* Which functions of this source may the call of a function elsewhere lead to? */
static bit_set called_back(lowering *lo, const syntax *call)
{
    const points_to *pt = lo->points;
    const decl *f = syntax_callee_name(call) ? call->child[0]->decl : NULL;
    bit_set set = pt && pt->functions.count && f && !f->body && !f->is_const_function &&
                          library_kind_of(f->name) == LIBRARY_NONE
                      ? new_set(lo, pt)
                      : NULL;
    for (int i = 1; set && i < call->child_count; i++)
        value_set_of(lo, call->child[i], set);
    if (set && source_range_is_set(f->where))
        add_all(pt, set, pt->others);
    return set;
}

static bool has_function(const points_to *pt, const uint64_t *set, int i)
{
    int at = pt->count + i;
    return set[at / 64] >> at % 64 & 1;
}

bool points_to_calls_back(lowering *lo, const syntax *call)
{
    const points_to *pt = lo->points;
    bit_set set = called_back(lo, call);
    for (int i = 0; set && i < pt->functions.count; i++)
        if (has_function(pt, set, i))
            return true;
    return false;
}

array_list points_to_of_called_back(lowering *lo, const syntax *call)
{
    const points_to *pt = lo->points;
    bit_set set = called_back(lo, call);
    mention_walk w = {.lo = lo};
    for (int i = 0; set && i < pt->functions.count; i++) {
        if (!has_function(pt, set, i))
            continue;
        if (!w.set) {
            w.set = new_set(lo, pt);
            w.is_seen = ARENA_ARRAY(lo->ctx->arena, lo->source->decl_count, bool);
        }
        note_function(&w, pt->functions.data[i]);
    }
    return list_of(lo, pt, w.set);
}
