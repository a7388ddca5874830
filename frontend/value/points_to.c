/* What the program assigns and passes: value/points_to.h. */

#include "frontend/syntax/library_function.h"
#include "frontend/value/exchange.h"
#include "frontend/value/made_array.h"
#include "frontend/value/memory_function.h"
#include "frontend/value/pointer_flow.h"
#include "frontend/value/points_to_state.h"

/* --- What the program assigns ------------------------------------------------------ */

/* The variable in which, or through which, `s` is stored; null: none is named. */
static const decl *base_of(const syntax *s, bool *by_pointer)
{
    for (*by_pointer = false; s && s->kind != SYNTAX_NAME; s = s->child_count ? s->child[0] : NULL)
        *by_pointer |= s->kind != SYNTAX_MEMBER || s->is_arrow
                           ? s->child_count && s->child[0] && points_is_pointer(s->child[0]->type)
                           : false;
    return s ? s->decl : NULL;
}

static void store(lowering *lo, const syntax *left, const uint64_t *value)
{
    points_to *pt = lo->points;
    bool by_pointer;
    const decl *base = base_of(left, &by_pointer);
    if (base && base->kind != DECL_FUNCTION)
        points_grow(lo, pt, &pt->of[base->id], value);
    if (by_pointer || !base)
        points_grow(lo, pt, &pt->memory, value);
}

static const decl *pointer_named(const syntax *s)
{
    bool is = s && s->kind == SYNTAX_NAME && s->decl && s->decl->kind != DECL_FUNCTION &&
              points_is_pointer(s->decl->type);
    return is ? s->decl : NULL;
}

static void assign(lowering *lo, const syntax *left, const syntax *value)
{
    points_to *pt = lo->points;
    bit_set set = points_new_set(lo, pt);
    points_value(lo, value, set);
    store(lo, left, set);
    const decl *d = pointer_named(left);
    if (d)
        pt->is_moved[d->id] = true;
}

/* A row is set to what is not its own: to what the value leads to, and that leads into the rows. */
static void set_row(lowering *lo, const syntax *s)
{
    bit_set set = points_new_set(lo, lo->points);
    if (s->child[0]->type && s->child[0]->type->kind == TYPE_ARRAY) {
        points_address(lo, s->child[0], set);
        store(lo, s->child[1], set);
    }
}

static void bind(lowering *lo, const decl *formal, const syntax *value)
{
    points_to *pt = lo->points;
    if (lo->info[formal->id].var && lo->info[formal->id].var->section != SECTION_NONE)
        return; /* it is each node's own memory, and goes no further */
    const decl *actual = points_actual(value);
    bool is_formal = actual && actual->kind == DECL_FORMAL && !pt->is_moved[actual->id];
    bit_set set = points_new_set(lo, pt), followed = points_new_set(lo, pt);
    if (actual && lo->info[actual->id].var && lo->info[actual->id].var->align) {
        points_add_one(pt, followed, lo->info[actual->id].var);
        points_add_all(pt, set, pt->of[actual->id]);
    } else if (actual && value->kind == SYNTAX_NAME && actual->kind == DECL_VARIABLE &&
               points_is_pointer(actual->type) && pointer_is_tracked(lo, actual)) {
        points_value(lo, value, followed); /* or the call is an access: lower/call.c */
    } else if (is_formal) {
        points_add_all(pt, followed, pt->bound[actual->id]);
        points_add_all(pt, set, pt->of[actual->id]);
    } else {
        points_value(lo, value, set);
    }
    points_grow(lo, pt, &pt->bound[formal->id], followed);
    points_grow(lo, pt, &pt->of[formal->id], set);
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
        bit_set set = points_new_set(lo, pt);
        if (callee && callee->body && i <= callee->formal_count) {
            bind(lo, callee->formals[i - 1], call->child[i]);
        } else if (is_elsewhere || (callee && callee->body)) {
            points_value(lo, call->child[i], set);
            points_grow(lo, pt, callee && callee->body ? &pt->memory : &pt->others, set);
        }
    }
}

/* Pointers whose own addresses are taken may be assigned by those. */
static void take_address(lowering *lo, const decl *d)
{
    points_to *pt = lo->points;
    pt->is_moved[d->id] = true;
    points_grow(lo, pt, &pt->memory, pt->of[d->id]);
    points_grow(lo, pt, &pt->memory, pt->bound[d->id]);
    points_grow(lo, pt, &pt->of[d->id], pt->memory);
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
        bit_set set = points_new_set(lo, pt);
        points_value(lo, s->child[0], set);
        points_grow(lo, pt, &pt->of[f->id], set);
    }
    for (int i = 0; i < s->child_count; i++) {
        note_statement(lo, f, s->child[i]);
        if (s->kind == SYNTAX_DECLARATION && s->child[i]->decl->init) {
            if (!s->child[i]->decl->is_made && !value_is_made(s->child[i]->decl->init))
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
            bit_set set = points_new_set(lo, pt);
            points_add_one(pt, set, lo->info[d->id].var);
            points_grow(lo, pt, &pt->others, set);
            points_grow(lo, pt, &pt->others, pt->of[d->id]);
            if (pt->has_elsewhere && !d->type->is_const &&
                (d->type->kind == TYPE_POINTER || d->type->kind == TYPE_RECORD))
                points_grow(lo, pt, &pt->of[d->id], pt->others);
        }
    }
    if (pt->has_elsewhere)
        points_grow(lo, pt, &pt->memory, pt->others);
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
