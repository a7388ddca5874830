/* Functions that return the memory that they have asked for: value/made_array.h. */

#include <string.h>

#include "frontend/value/made_array.h"
#include "frontend/value/made_pass.h"
#include "frontend/value/memory_function.h"
#include "frontend/value/row_pass.h"
#include "frontend/value/structure_clone.h"

static const decl *named(const syntax *s)
{
    s = syntax_without_casts(s);
    return s && s->kind == SYNTAX_NAME ? s->decl : NULL;
}

/* --- The pointer ------------------------------------------------------------------------------ */

/* What all returns give back; *is_other: or something else. A null pointer is none. */
static const decl *returned(const syntax *s, const decl *found, bool *is_other)
{
    if (!s)
        return found;
    if (s->kind == SYNTAX_RETURN) {
        const syntax *value = s->child_count ? s->child[0] : NULL;
        const decl *d = value ? named(value) : NULL;
        bool is_null = value && row_is_zero(value);
        *is_other |= !is_null && (!d || (found && d != found));
        return is_null ? found : d;
    }
    for (int i = 0; i < s->child_count; i++)
        found = returned(syntax_part(s, i), found, is_other);
    return found;
}

typedef struct pointer_walk {
    const made_pass *w;
    const decl *pointer;
    int made;      /* so often it is set to new memory */
    bool is_other; /* it is used in another way than to name its elements */
    int depth;     /* of functions that such functions call */
} pointer_walk;

static const decl *pointer_of(const made_pass *w, const decl *f, int depth);

/* A call that asks for memory, or of another function that returns such. */
static bool is_making(const pointer_walk *k, const syntax *value)
{
    value = syntax_without_casts(value);
    bool is_call = value && value->kind == SYNTAX_CALL && syntax_callee_name(value);
    return is_call && (row_asks(value) || value_is_made(value) ||
                       pointer_of(k->w, value->child[0]->decl, k->depth + 1));
}

/* Is the pointer, child i of `around`, a name of its elements there? */
static bool is_plain_use(const syntax *around, int i)
{
    syntax_kind kind = around->kind;
    if (kind == SYNTAX_UNARY)
        return around->op == OPERATOR_DEREF || around->op == OPERATOR_NOT;
    if (kind == SYNTAX_CALL)
        return i > 0 && syntax_callee_name(around) &&
               memory_use_of(around->child[0]->decl) == MEMORY_NONE;
    return (kind == SYNTAX_SUBSCRIPT && i == 0) || kind == SYNTAX_RETURN || kind == SYNTAX_SIZEOF ||
           row_is_null_asked(around, i);
}

static void walk_pointer(pointer_walk *k, const syntax *s, bool is_in_loop)
{
    if (!s || k->is_other)
        return;
    is_in_loop |= syntax_is_loop(s) || s->kind == SYNTAX_COPIES;
    for (int i = 0; i < s->child_count; i++) {
        const syntax *part = syntax_part(s, i);
        bool is_it = part && part->kind == SYNTAX_NAME && part->decl == k->pointer;
        bool is_set = is_it && s->kind == SYNTAX_ASSIGN && i == 0;
        const syntax *value = is_set ? s->child[1] : NULL;
        if (s->kind == SYNTAX_DECLARATION && s->child[i]->decl == k->pointer)
            value = k->pointer->init;
        if (value || is_set) {
            k->made++;
            k->is_other |= is_in_loop || (is_set && s->op != OPERATOR_NONE) || !is_making(k, value);
        } else if (is_it && !is_plain_use(s, i)) {
            k->is_other |= s->kind != SYNTAX_CAST;
        }
        walk_pointer(k, part, is_in_loop);
    }
}

/* A cast of it is no other name only where it is returned. */
static bool is_cast(const syntax *s, const decl *d)
{
    if (!s)
        return false;
    for (int i = 0; i < s->child_count; i++) {
        const syntax *part = syntax_part(s, i);
        bool is = part && part->kind == SYNTAX_CAST && named(part) == d &&
                  s->kind != SYNTAX_RETURN && !is_plain_use(s, i);
        if (is || is_cast(part, d))
            return true;
    }
    return false;
}

static bool may_make(const made_pass *w, const decl *f)
{
    bool is_plain = f->kind == DECL_FUNCTION && f->body && !f->is_replaceable && !f->intrinsic &&
                    !f->is_open && strcmp(f->name, "main") != 0;
    return is_plain && memory_use_of(f) == MEMORY_NONE &&
           !structure_calls_itself(w->source, w->ctx, f);
}

static const decl *pointer_of(const made_pass *w, const decl *f, int depth)
{
    enum { DEPTH_MOST = 8 };
    bool is_other = false;
    if (depth > DEPTH_MOST || !may_make(w, f))
        return NULL;
    const decl *d = returned(f->body, NULL, &is_other);
    if (is_other || !d || d->function != f || d->kind != DECL_VARIABLE || d->is_static ||
        d->type->kind != TYPE_POINTER || d->rank != 1 || d->is_row_table || d->record)
        return NULL;
    pointer_walk k = {.w = w, .pointer = d, .depth = depth};
    walk_pointer(&k, f->body, false);
    return !k.is_other && k.made == 1 && !is_cast(f->body, d) ? d : NULL;
}

const decl *made_pointer_of(const made_pass *w, const decl *f)
{
    return pointer_of(w, f, 0);
}

static const syntax *value_in(const syntax *s, const decl *pointer)
{
    const syntax *found = NULL;
    if (!s)
        return NULL;
    if (s->kind == SYNTAX_ASSIGN && named(s->child[0]) == pointer)
        return s->child[1];
    for (int i = 0; i < s->child_count && !found; i++) {
        bool is_declared = s->kind == SYNTAX_DECLARATION && s->child[i]->decl == pointer;
        found = is_declared ? pointer->init : value_in(syntax_part(s, i), pointer);
    }
    return found;
}

const syntax *made_count(made_pass *w, const decl *f)
{
    row_pass rows = {.ctx = w->ctx, .source = w->source};
    const decl *pointer = made_pointer_of(w, f);
    const syntax *value = syntax_without_casts(pointer ? value_in(f->body, pointer) : NULL);
    if (!value)
        return NULL;
    const syntax *count = row_count(&rows, value, pointer->element->bytes);
    const decl *inner = value->child[0]->decl;
    if (!count && made_pointer_of(w, inner))
        count = made_count_at(w, made_count(w, inner), value);
    return count;
}

const syntax *made_count_at(made_pass *w, const syntax *count, const syntax *call)
{
    row_pass rows = {.ctx = w->ctx, .source = w->source};
    return count ? row_substitute(&rows, count, call) : NULL;
}

/* --- The function ----------------------------------------------------------------------------- */

static void note(made_pass *w, row_text text, const syntax *s, const decl *pointer)
{
    VEC_PUSH(w->ctx->arena, &w->settings,
             ((row_setting){text, s->where, s->in_macro, pointer, NULL, false}));
}

static bool asks(const syntax *value, decl *pointer)
{
    memory_use use = row_asks(value);
    pointer->makes_zero_rows |= use == MEMORY_ZERO;
    return use != MEMORY_NONE;
}

/* A pointer that has memory is not null. */
static void answer(made_pass *w, syntax *s, const decl *pointer)
{
    if (s->in_macro)
        return;
    note(w, ROW_TEXT_MEMORY, s, pointer);
    s->kind = SYNTAX_INT;
    s->value = 1;
    s->macro = NULL;
    s->decl = NULL;
}

static void take(made_pass *w, syntax *s, decl *pointer)
{
    if (!s)
        return;
    for (int i = 0; i < s->child_count; i++) {
        syntax *part = (syntax *)s->child[i];
        if (!part)
            continue;
        bool is_it = part->kind == SYNTAX_NAME && part->decl == pointer;
        if (s->kind == SYNTAX_RETURN && named(part) == pointer) {
            s->child[i] = NULL;
        } else if (s->kind == SYNTAX_DECLARATION) {
            if (is_it && pointer->init)
                asks(pointer->init, pointer); /* the value stays, for what it costs */
        } else if (is_it && row_is_null_asked(s, i)) {
            answer(w, part, pointer);
        } else if (part->kind == SYNTAX_ASSIGN && named(part->child[0]) == pointer &&
                   syntax_is_statement(s, i) && asks(part->child[1], pointer)) {
            note(w, ROW_TEXT_NONE, part, pointer);
            part->kind = SYNTAX_EMPTY;
            part->op = OPERATOR_NONE;
            part->child_count = 0;
            part->is_allocation = true;
        } else {
            take(w, part, pointer);
        }
    }
}

void made_take(made_pass *w, decl *f, decl *pointer)
{
    decl **formals = ARENA_ARRAY(w->ctx->arena, f->formal_count + 1, decl *);
    for (int i = 0; i < f->formal_count; i++)
        formals[i] = f->formals[i];
    formals[f->formal_count] = pointer;
    f->formals = formals;
    f->formal_count++;
    pointer->kind = DECL_FORMAL;
    pointer->is_made = true;
    take(w, (syntax *)f->body, pointer);
}

/* --- Other names ------------------------------------------------------------------------------ */

typedef struct name_walk {
    const decl *d;
    int sets; /* in a loop, as if twice */
    bool goes_elsewhere;
} name_walk;

/* Is the variable, or a place in its memory, the value? */
static bool leads_into(const syntax *value, const decl *d)
{
    value = syntax_without_casts(value);
    if (!value)
        return false;
    if (value->kind == SYNTAX_NAME)
        return value->decl == d;
    bool is_sum = value->kind == SYNTAX_BINARY &&
                  (value->op == OPERATOR_ADD || value->op == OPERATOR_SUB) && value->type &&
                  value->type->kind == TYPE_POINTER;
    bool is_address = value->kind == SYNTAX_UNARY && value->op == OPERATOR_ADDRESS;
    bool is_choice = value->kind == SYNTAX_CONDITIONAL;
    if (is_address)
        return syntax_names(value, d);
    for (int i = is_choice; (is_sum || is_choice) && i < value->child_count; i++)
        if (leads_into(value->child[i], d))
            return true;
    return false;
}

static void walk_names(name_walk *k, const syntax *s, bool is_in_loop)
{
    if (!s)
        return;
    is_in_loop |= syntax_is_loop(s) || s->kind == SYNTAX_COPIES;
    if (s->kind == SYNTAX_ASSIGN) {
        k->sets += named(s->child[0]) == k->d ? 1 + is_in_loop : 0;
        k->goes_elsewhere |= leads_into(s->child[1], k->d);
    }
    for (int i = 0; s->kind == SYNTAX_DECLARATION && i < s->child_count; i++) {
        const decl *d = s->child[i]->decl;
        k->sets += d == k->d && d->init ? 1 + is_in_loop : 0;
        k->goes_elsewhere |= leads_into(d->init, k->d);
    }
    bool is_address = s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS;
    k->goes_elsewhere |=
        (is_address && named(s->child[0]) == k->d) ||
        (s->kind == SYNTAX_RETURN && s->child_count && leads_into(s->child[0], k->d)) ||
        (s->kind == SYNTAX_INIT_LIST && syntax_names(s, k->d));
    for (int i = 0; i < s->child_count; i++)
        walk_names(k, syntax_part(s, i), is_in_loop);
}

bool made_has_other_name(const made_pass *w, const decl *d)
{
    name_walk k = {.d = d};
    for (int i = 0; i < w->source->function_count; i++)
        walk_names(&k, w->source->functions[i]->body, false);
    return k.sets > 1 && k.goes_elsewhere;
}
