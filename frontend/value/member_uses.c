/* Assignments to members of structures, and addresses of structures, all through the program. */

#include "frontend/value/member_uses.h"

#include <string.h>

#include "frontend/syntax/library_function.h"

/* An address goes into a pointer, and what the pointer changes is changed. */
typedef struct address_flow {
    const decl *from; /* a structure, or a pointer to one */
    const char *key;
    const decl *to; /* a pointer */
    source_range where;
    const decl *function; /* the one that does so */
} address_flow;

typedef struct member_uses {
    record_uses *of;  /* by decl id */
    bool *is_writer;  /* by decl id: the pointer changes what it points to, or passes it on */
    bool *is_pointed; /* by decl id of a function: its address is taken */
    VEC(address_flow) flows;
} member_uses;

typedef enum use { USE_VALUE, USE_SET, USE_ADDRESS } use;

typedef struct walk {
    lowering *lo;
    member_uses *all;
    const decl *function;
    bool in_loop, is_conditional;
} walk;

bool value_is_record(const decl *d)
{
    bool is_object = d && (d->kind == DECL_VARIABLE || d->kind == DECL_FORMAL) && d->element &&
                     d->element->kind == TYPE_RECORD;
    return is_object && (d->type->kind == TYPE_RECORD ||
                         (d->kind == DECL_VARIABLE && d->type->kind == TYPE_ARRAY));
}

bool value_is_record_pointer(const decl *d)
{
    const c_type *type = d && (d->kind == DECL_VARIABLE || d->kind == DECL_FORMAL) ? d->type : NULL;
    bool is_address = type && (type->kind == TYPE_POINTER ||
                               (d->kind == DECL_FORMAL && type->kind == TYPE_ARRAY));
    return is_address && type->target && type->target->kind == TYPE_RECORD;
}

/* --- Places --------------------------------------------------------------------- */

/* A variable, and which member of it. */
typedef struct record_access {
    const decl *base;   /* null: another object */
    bool is_by_pointer; /* what `base` points to */
    const char *key;
} record_access;

static void visit(walk *w, const syntax *s, use how, const syntax *value);

static bool is_place(const syntax *s)
{
    return s->kind == SYNTAX_NAME || s->kind == SYNTAX_MEMBER || s->kind == SYNTAX_SUBSCRIPT ||
           (s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF);
}

static const char *prefixed(walk *w, const char *member, const char *key)
{
    return arena_printf(w->lo->ctx->arena, ".%s%s", member, key);
}

static bool is_address_type(const syntax *s)
{
    return !s->type || s->type->kind != TYPE_ARRAY;
}

/* Also visits what is evaluated on the way. */
static record_access access_of(walk *w, const syntax *s)
{
    record_access a = {.key = ""};
    while (is_place(s)) {
        if (s->kind == SYNTAX_NAME) {
            bool is_known =
                a.is_by_pointer ? value_is_record_pointer(s->decl) : value_is_record(s->decl);
            a.base = is_known ? s->decl : NULL;
            return a;
        }
        if (a.is_by_pointer) /* a pointer that is in memory */
            break;
        if (s->kind == SYNTAX_MEMBER)
            a.key = prefixed(w, s->member, a.key);
        if (s->kind == SYNTAX_SUBSCRIPT)
            visit(w, s->child[1], USE_VALUE, NULL);
        a.is_by_pointer = s->kind == SYNTAX_MEMBER ? s->is_arrow : is_address_type(s->child[0]);
        s = s->child[0];
    }
    visit(w, s, USE_VALUE, NULL);
    return a;
}

/* --- Changes --------------------------------------------------------------------- */

static void note_change(walk *w, const decl *d, const char *key, const syntax *value,
                        source_range where)
{
    member_change change = {.key = key,
                            .value = value,
                            .function = w->function,
                            .where = where,
                            .is_certain = !w->in_loop && !w->is_conditional,
                            .in_loop = w->in_loop,
                            .is_conditional = w->is_conditional};
    VEC_PUSH(w->lo->ctx->arena, &w->all->of[d->id].changes, change);
}

static void note_use(walk *w, const syntax *s, use how, const syntax *value)
{
    record_access a = access_of(w, s);
    bool decays = s->type && s->type->kind == TYPE_ARRAY;
    if (!a.base || (how == USE_VALUE && !decays && (*a.key || a.is_by_pointer)))
        return;
    if (a.is_by_pointer)
        w->all->is_writer[a.base->id] = true;
    else if (how == USE_ADDRESS && !*a.key && a.base->has_known_members)
        return; /* members by pointers have its name */
    else if (how != USE_VALUE || decays)
        note_change(w, a.base, a.key, how == USE_SET && !decays ? value : NULL, s->where);
}

/* The address of an object, or a pointer, in `s`; else false. */
static bool address_in(walk *w, const syntax *s, record_access *out)
{
    const syntax *object = s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS ? s->child[0] : s;
    bool is_array = object == s && s->type && s->type->kind == TYPE_ARRAY;
    if (object == s && s->kind == SYNTAX_NAME && value_is_record_pointer(s->decl)) {
        *out = (record_access){s->decl, true, ""};
        return true;
    }
    if (!is_place(object) || (object == s && !is_array))
        return false;
    *out = access_of(w, object);
    return out->base != NULL;
}

/* `s` is where the pointer `to` gets its value from. */
static void note_source(walk *w, const decl *to, const syntax *s)
{
    record_access a;
    VEC_PUSH(w->lo->ctx->arena, &w->all->of[to->id].sources, s);
    if (!address_in(w, s, &a)) {
        visit(w, s, USE_VALUE, NULL);
        return;
    }
    address_flow flow = {a.base, a.is_by_pointer ? "" : a.key, to, s->where, w->function};
    VEC_PUSH(w->lo->ctx->arena, &w->all->flows, flow);
}

/* An argument of a function that has no body here: const behind a pointer is believed. */
static void pass_elsewhere(walk *w, const syntax *call, int i)
{
    record_access a;
    const decl *f = call->child[0]->kind == SYNTAX_NAME ? call->child[0]->decl : NULL;
    bool is_kept = f && f->kind == DECL_FUNCTION && !library_may_write(f, i - 1);
    if (!is_kept || !address_in(w, call->child[i], &a))
        visit(w, call->child[i], USE_VALUE, NULL);
}

static void visit_call(walk *w, const syntax *s)
{
    const decl *f = syntax_callee_name(s) ? s->child[0]->decl : NULL;
    if (s->child[0]->kind != SYNTAX_NAME)
        visit(w, s->child[0], USE_VALUE, NULL);
    for (int i = 1; i < s->child_count; i++) {
        const decl *formal = f && f->body && i <= f->formal_count ? f->formals[i - 1] : NULL;
        if (!formal)
            pass_elsewhere(w, s, i);
        else if (value_is_record_pointer(formal))
            note_source(w, formal, s->child[i]);
        else {
            if (value_is_record(formal))
                VEC_PUSH(w->lo->ctx->arena, &w->all->of[formal->id].sources, s->child[i]);
            visit(w, s->child[i], USE_VALUE, NULL);
        }
    }
}

/* --- The walk --------------------------------------------------------------------- */

static void visit_assignment(walk *w, const syntax *s)
{
    const syntax *left = s->child[0];
    const decl *pointer =
        left->kind == SYNTAX_NAME && value_is_record_pointer(left->decl) ? left->decl : NULL;
    if (pointer && s->op == OPERATOR_NONE) {
        note_source(w, pointer, s->child[1]);
        return;
    }
    visit(w, s->child[1], USE_VALUE, NULL);
    visit(w, left, USE_SET, s->op == OPERATOR_NONE ? s->child[1] : NULL);
}

static void visit_declaration(walk *w, const decl *d)
{
    const c_program *source = w->lo->source;
    for (int i = 0; d->is_divided && i < source->decl_count; i++)
        if (source->decls[i]->array == d)
            visit_declaration(w, source->decls[i]);
    if (d->is_divided)
        return; /* its elements are variables, and have the values */
    w->all->of[d->id].is_in_loop = w->in_loop;
    if (d->init && value_is_record_pointer(d) && d->type->kind == TYPE_POINTER)
        note_source(w, d, d->init);
    else
        visit(w, d->init, USE_VALUE, NULL);
}

static void visit_name(walk *w, const syntax *s, use how)
{
    if (s->decl && s->decl->kind == DECL_FUNCTION)
        w->all->is_pointed[s->decl->id] = true;
    if (!value_is_record_pointer(s->decl))
        return;
    w->all->is_writer[s->decl->id] = true; /* it goes where it is not followed */
    w->all->of[s->decl->id].is_open |= how != USE_VALUE;
}

static bool is_test(const syntax *s)
{
    return (s->kind == SYNTAX_UNARY && s->op == OPERATOR_NOT) ||
           (s->kind == SYNTAX_BINARY && s->op >= OPERATOR_LOGICAL_AND && s->op <= OPERATOR_NE);
}

static void visit_parts(walk *w, const syntax *s)
{
    const walk before = *w;
    bool is_loop = s->kind == SYNTAX_FOR || s->kind == SYNTAX_WHILE || s->kind == SYNTAX_DO;
    bool is_choice = s->kind == SYNTAX_IF || s->kind == SYNTAX_SWITCH ||
                     s->kind == SYNTAX_CONDITIONAL || s->kind == SYNTAX_OTHER ||
                     (s->kind == SYNTAX_BINARY && is_test(s)) ||
                     (s->kind == SYNTAX_BINARY && s->op == OPERATOR_ELSE);
    for (int i = 0; i < s->child_count; i++) {
        const syntax *part = s->child[i];
        w->in_loop = before.in_loop || is_loop;
        w->is_conditional = before.is_conditional || (is_choice && i > 0 && !s->is_copy);
        bool is_compared =
            part && part->kind == SYNTAX_NAME && is_test(s) && value_is_record_pointer(part->decl);
        if (!is_compared)
            visit(w, part, USE_VALUE, NULL);
    }
    w->in_loop = before.in_loop;
    w->is_conditional = before.is_conditional;
}

static void visit(walk *w, const syntax *s, use how, const syntax *value)
{
    if (!s || s->kind == SYNTAX_SIZEOF)
        return;
    if (s->kind == SYNTAX_DECLARATION) {
        for (int i = 0; i < s->child_count; i++)
            if (s->child[i]->decl->function) /* else a block's `extern` */
                visit_declaration(w, s->child[i]->decl);
    } else if (s->kind == SYNTAX_NAME && !value_is_record(s->decl)) {
        visit_name(w, s, how);
    } else if (is_place(s)) {
        note_use(w, s, how, value);
    } else if (s->kind == SYNTAX_CALL) {
        visit_call(w, s);
    } else if (s->kind == SYNTAX_ASSIGN) {
        visit_assignment(w, s);
    } else if (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC) {
        visit(w, s->child[0], USE_SET, NULL);
    } else if (s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS) {
        visit(w, s->child[0], USE_ADDRESS, NULL);
    } else {
        visit_parts(w, s);
    }
}

/* --- Addresses ----------------------------------------------------------------------- */

static bool is_believed(const decl *pointer)
{
    return pointer->type->target->is_const;
}

/* Pointers that pass on what they point to change what those change that they pass it to. */
static void find_writers(member_uses *all)
{
    for (bool has_grown = true; has_grown;) {
        has_grown = false;
        for (int i = 0; i < all->flows.count; i++) {
            const address_flow *f = &all->flows.data[i];
            bool writes = all->is_writer[f->to->id] && !is_believed(f->to);
            if (!writes || !value_is_record_pointer(f->from) || all->is_writer[f->from->id])
                continue;
            all->is_writer[f->from->id] = has_grown = true;
        }
    }
}

static void note_writers(walk *w)
{
    for (int i = 0; i < w->all->flows.count; i++) {
        const address_flow *f = &w->all->flows.data[i];
        w->function = f->function;
        if (f->from->has_known_members)
            continue; /* members by pointers have its name */
        if (value_is_record(f->from) && w->all->is_writer[f->to->id] && !is_believed(f->to))
            note_change(w, f->from, f->key, NULL, f->where);
    }
}

/* What calls functions besides the calls that are seen: main's formals, and those of functions
 * whose addresses are taken. */
static void open_formals(const lowering *lo, member_uses *all)
{
    for (int i = 0; i < lo->source->function_count; i++) {
        const decl *f = lo->source->functions[i];
        for (int k = 0; k < f->formal_count; k++)
            all->of[f->formals[k]->id].is_open |=
                all->is_pointed[f->id] || f->is_replaceable || strcmp(f->name, "main") == 0;
    }
}

static member_uses *find_all(lowering *lo)
{
    const int count = lo->source->decl_count;
    member_uses *all = ARENA_NEW(lo->ctx->arena, member_uses);
    all->of = ARENA_ARRAY(lo->ctx->arena, count, record_uses);
    all->is_writer = ARENA_ARRAY(lo->ctx->arena, count, bool);
    all->is_pointed = ARENA_ARRAY(lo->ctx->arena, count, bool);
    walk w = {.lo = lo, .all = all};
    for (int i = 0; i < count; i++)
        if (!lo->source->decls[i]->function && lo->source->decls[i]->kind == DECL_VARIABLE)
            visit_declaration(&w, lo->source->decls[i]);
    for (int i = 0; i < lo->source->function_count; i++) {
        w.function = lo->source->functions[i];
        w.in_loop = syntax_has(w.function->body, SYNTAX_LABEL); /* all may run again */
        visit(&w, w.function->body, USE_VALUE, NULL);
    }
    find_writers(all);
    w.is_conditional = true;
    note_writers(&w);
    open_formals(lo, all);
    return all;
}

const record_uses *value_record_uses(lowering *lo, const decl *d)
{
    if (!lo->members)
        lo->members = find_all(lo);
    return &lo->members->of[d->id];
}

/* --- Questions -------------------------------------------------------------------------- */

bool value_changes_member(const member_change *change, const char *key)
{
    const size_t length = strlen(change->key), wanted = strlen(key);
    const size_t common = length < wanted ? length : wanted;
    const char *longer = length < wanted ? key : change->key;
    return strncmp(change->key, key, common) == 0 &&
           (longer[common] == '\0' || longer[common] == '.');
}
