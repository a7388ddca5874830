/* Expressions that name pointers that move: value/pointer_walk.h. */

#include "frontend/value/row_pass.h"
#include "frontend/value/walk_place.h"

bool walk_is_element(const c_type *type)
{
    return type &&
           (type->kind == TYPE_INT || type->kind == TYPE_FLOAT || type->kind == TYPE_DOUBLE);
}

/* The pointer that the expression names, if it is one of those; or null. */
const decl *walk_of(const walks *w, const syntax *s)
{
    s = syntax_without_casts(s);
    const decl *d = s && s->kind == SYNTAX_NAME ? s->decl : NULL;
    return d && w->is_walker[d->id] && !w->has_failed[d->id] ? d : NULL;
}

bool walk_is_in(const walks *w, const syntax *s)
{
    if (!s)
        return false;
    if (walk_of(w, s))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if ((s->kind == SYNTAX_DECLARATION && w->is_walker[s->child[i]->decl->id] &&
             !w->has_failed[s->child[i]->decl->id]) ||
            walk_is_in(w, syntax_part(s, i)))
            return true;
    return false;
}

/* All pointers that the statement names stay pointers. */
void walk_fail(walks *w, const syntax *s)
{
    if (!s)
        return;
    const decl *d = walk_of(w, s);
    if (d)
        w->has_failed[d->id] = true;
    for (int i = 0; i < s->child_count; i++) {
        if (s->kind == SYNTAX_DECLARATION)
            w->has_failed[s->child[i]->decl->id] |= w->is_walker[s->child[i]->decl->id];
        walk_fail(w, syntax_part(s, i));
    }
}

void walk_note(walks *w, row_text text, const syntax *s, const walk_place *at, const decl *pointer,
               bool sets)
{
    const syntax *base = at->base;
    while (base && base->kind != SYNTAX_NAME)
        base = base->child_count ? base->child[0] : NULL;
    if (base && !w->is_dry)
        VEC_PUSH(w->ctx->arena, &w->settings,
                 ((row_setting){text, s->where, s->in_macro, base->decl, pointer, sets}));
}

static void put(walks *w, syntax *s, const syntax *by)
{
    if (!w->is_dry)
        *s = *by;
}

/* --- Expressions ------------------------------------------------------------------------------ */

static void move(walks *w, const decl *d, syntax_op op, const syntax *by)
{
    walk_place *at = &w->at[d->id];
    at->offset = walk_binary(w, op, at->offset, by);
}

/* p++ as a value: before it, or after. */
bool walk_step(walks *w, const syntax *s, walk_place *out)
{
    const decl *d = walk_of(w, s->child[0]);
    if (!d || !w->at[d->id].is_known)
        return false;
    bool is_up = s->op == OPERATOR_PRE_INC || s->op == OPERATOR_POST_INC;
    bool is_after = s->op == OPERATOR_PRE_INC || s->op == OPERATOR_PRE_DEC;
    const walk_place before = w->at[d->id];
    move(w, d, is_up ? OPERATOR_ADD : OPERATOR_SUB, walk_number(w, s, 1));
    *out = is_after ? w->at[d->id] : before;
    walk_note(w, ROW_TEXT_NONE, s, out, d, false);
    return true;
}

static bool place_of_sum(walks *w, const syntax *s, walk_place *out)
{
    bool is_right = walk_is_element(s->child[0]->type);
    if (!walk_place_of(w, s->child[is_right], out))
        return false;
    walk_expression(w, (syntax *)s->child[!is_right]);
    out->offset = walk_binary(w, s->op, out->offset, s->child[!is_right]);
    return true;
}

/* *a, or a[0], of a pointer to a whole array. */
static bool is_whole_array(const syntax *s)
{
    bool is_first =
        s->kind == SYNTAX_SUBSCRIPT && s->child[1]->kind == SYNTAX_INT && s->child[1]->value == 0;
    const syntax *name =
        is_first || (s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF) ? s->child[0] : NULL;
    return name && name->kind == SYNTAX_NAME && name->decl && name->decl->is_whole_pointer;
}

/* An array, a row, or a pointer that nothing in the function moves. */
static bool is_base(const walks *w, const syntax *s)
{
    if (is_whole_array(s))
        return true;
    if (s->kind == SYNTAX_SUBSCRIPT)
        return s->type && s->type->kind == TYPE_ARRAY && walk_is_element(s->type->target) &&
               is_base(w, s->child[0]) && !walk_is_in(w, s->child[1]);
    const decl *d = s->kind == SYNTAX_NAME ? s->decl : NULL;
    if (!d || !d->element || d->rank < 1 || d->is_whole_pointer)
        return false;
    bool is_array = d->type->kind == TYPE_ARRAY && d->kind == DECL_VARIABLE;
    return is_array ||
           (w->is_walker[d->id] ? walk_of(w, s) && d->kind == DECL_FORMAL
                                : d->type->kind == TYPE_POINTER || d->kind == DECL_FORMAL);
}

/* Where the pointer leads; moves that are in it are done. */
bool walk_place_of(walks *w, const syntax *s, walk_place *out)
{
    s = syntax_without_casts(s);
    const decl *d = walk_of(w, s);
    if (d) {
        *out = w->at[d->id];
        return out->is_known;
    }
    if (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC)
        return walk_step(w, s, out);
    if (s->kind == SYNTAX_BINARY && (s->op == OPERATOR_ADD || s->op == OPERATOR_SUB))
        return place_of_sum(w, s, out);
    if (s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS) {
        const syntax *x = s->child[0];
        if (x->kind == SYNTAX_UNARY && x->op == OPERATOR_DEREF)
            return walk_place_of(w, x->child[0], out);
        if (x->kind != SYNTAX_SUBSCRIPT || !walk_place_of(w, x->child[0], out))
            return false;
        walk_expression(w, (syntax *)x->child[1]);
        out->offset = walk_binary(w, OPERATOR_ADD, out->offset, x->child[1]);
        return true;
    }
    if (!is_base(w, s) || !s->type || !s->type->target || !walk_is_element(s->type->target))
        return false;
    *out = (walk_place){.is_known = true, .base = s};
    return true;
}

bool walk_compares(const syntax *s)
{
    return s->kind == SYNTAX_BINARY &&
           (s->op == OPERATOR_SUB || (s->op >= OPERATOR_LT && s->op <= OPERATOR_NE)) &&
           s->child[0]->type && !walk_is_element(s->child[0]->type) && s->child[1]->type &&
           !walk_is_element(s->child[1]->type);
}

const syntax *walk_or_zero(walks *w, const syntax *offset, const syntax *like)
{
    return offset ? offset : walk_number(w, like, 0);
}

/* p < q, p - q of one array: of their offsets. */
static void compare(walks *w, syntax *s)
{
    walk_place a, b;
    const syntax *first = s->child[0], *second = s->child[1];
    if (!walk_place_of(w, first, &a) || !walk_place_of(w, second, &b) ||
        (b.offset = walk_or_zero(w, b.offset, s), a.offset = walk_or_zero(w, a.offset, s),
         !walk_is_same(&(walk_place){true, a.base, NULL}, &(walk_place){true, b.base, NULL}))) {
        walk_fail(w, s);
        return;
    }
    syntax *n = arena_copy(w->ctx->arena, s, sizeof *n);
    n->child = ARENA_ARRAY(w->ctx->arena, 2, const syntax *);
    n->child[0] = a.offset;
    n->child[1] = b.offset;
    walk_note(w, ROW_TEXT_LOOK, s, &a, NULL, false);
    put(w, s, s->op == OPERATOR_SUB && row_is_zero(b.offset) ? a.offset : n);
}

static void element(walks *w, syntax *s)
{
    walk_place at;
    bool is_deref = s->kind == SYNTAX_UNARY;
    if (!walk_place_of(w, s->child[0], &at)) {
        walk_fail(w, s->child[0]);
        if (!is_deref)
            walk_expression(w, (syntax *)s->child[1]);
        return;
    }
    if (!is_deref)
        walk_expression(w, (syntax *)s->child[1]);
    put(w, s, walk_element(w, &at, is_deref ? NULL : s->child[1], s, s->type));
}

/* A pointer's value otherwise: the address of an element. */
static void value(walks *w, syntax *s)
{
    walk_place at;
    if (!walk_place_of(w, s, &at)) {
        walk_fail(w, s);
        return;
    }
    syntax *n = walk_node(w, SYNTAX_UNARY, s, s->type);
    n->op = OPERATOR_ADDRESS;
    n->child_count = 1;
    n->child[0] = walk_element(w, &at, NULL, s, s->type->target);
    put(w, s, n);
}

void walk_assign(walks *w, syntax *s, bool is_statement)
{
    const decl *d = walk_of(w, s->child[0]);
    walk_place at = {0};
    bool is_step = s->op == OPERATOR_ADD || s->op == OPERATOR_SUB;
    if (!is_statement || (is_step && !w->at[d->id].is_known) || (s->op && !is_step)) {
        walk_fail(w, s);
        return;
    }
    if (is_step) {
        walk_expression(w, (syntax *)s->child[1]);
        move(w, d, s->op, s->child[1]);
        at = w->at[d->id];
    } else if (!walk_place_of(w, s->child[1], &at)) {
        w->has_failed[d->id] = true;
        walk_fail(w, s->child[1]);
        return;
    }
    w->at[d->id] = at;
    walk_note(w, ROW_TEXT_NONE, s, &at, d, !is_step);
    if (!w->is_dry) {
        s->kind = SYNTAX_EMPTY;
        s->op = OPERATOR_NONE;
        s->child_count = 0;
        s->is_allocation = true;
    }
}

/* A formal that is one of these pointers is not changed once its moves are taken out. */
bool walk_moves_base(const walks *w, const syntax *statement, const syntax *base)
{
    return !walk_of(w, base) && walk_is_changed(statement, base);
}

/* What an assignment changes that places are told by. */
void walk_forget(walks *w, const syntax *s)
{
    for (int i = 0; i < w->source->decl_count; i++) {
        walk_place *at = &w->at[i];
        if (at->is_known && (walk_moves_base(w, s, at->base) || walk_is_changed(s, at->offset)))
            at->is_known = false;
    }
}

void walk_expression(walks *w, syntax *s)
{
    if (!s || s->kind == SYNTAX_SIZEOF || !walk_is_in(w, s))
        return;
    bool is_place =
        s->kind == SYNTAX_SUBSCRIPT || (s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF);
    bool is_pointer = s->type && s->type->kind == TYPE_POINTER;
    if (is_place && walk_is_in(w, s->child[0]))
        element(w, s);
    else if (walk_compares(s))
        compare(w, s);
    else if (s->kind == SYNTAX_ASSIGN && walk_of(w, s->child[0]))
        walk_assign(w, s, false);
    else if (is_pointer && s->kind != SYNTAX_CALL && s->kind != SYNTAX_ASSIGN &&
             s->kind != SYNTAX_CONDITIONAL)
        value(w, s);
    else if (s->kind == SYNTAX_CONDITIONAL || s->op == OPERATOR_LOGICAL_AND ||
             s->op == OPERATOR_LOGICAL_OR || s->op == OPERATOR_NOT || s->kind == SYNTAX_OTHER)
        walk_fail(w, s); /* moves that need not be done, and tests for null */
    else
        for (int i = 0; i < s->child_count; i++)
            walk_expression(w, (syntax *)s->child[i]);
}
