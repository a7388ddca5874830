#include "frontend/value/walk_place.h"

#include "frontend/value/row_pass.h"

syntax *walk_node(walks *w, syntax_kind kind, const syntax *like, const c_type *type)
{
    syntax *s = ARENA_NEW(w->ctx->arena, syntax);
    s->kind = kind;
    s->type = type;
    s->where = like->where;
    s->unit = like->unit;
    s->in_macro = like->in_macro;
    s->child = ARENA_ARRAY(w->ctx->arena, 2, const syntax *);
    return s;
}

const c_type *walk_integer_type(walks *w)
{
    c_type *type = ARENA_NEW(w->ctx->arena, c_type);
    *type = (c_type){.kind = TYPE_INT, .bytes = 8};
    return type;
}

syntax *walk_number(walks *w, const syntax *like, int64_t value)
{
    syntax *s = walk_node(w, SYNTAX_INT, like, walk_integer_type(w));
    s->value = value;
    return s;
}

static bool is_number(const syntax *s, int64_t value)
{
    return s && s->kind == SYNTAX_INT && s->value == value && !s->macro;
}

const syntax *walk_binary(walks *w, syntax_op op, const syntax *a, const syntax *b)
{
    if (op == OPERATOR_MUL && a && b && is_number(a, 1))
        return b;
    if (!b || (op == OPERATOR_MUL && is_number(b, 1)))
        return op == OPERATOR_MUL && !b ? NULL : a;
    if (!a && op == OPERATOR_SUB)
        a = walk_number(w, b, 0);
    if (!a)
        return op == OPERATOR_MUL ? NULL : b;
    syntax *s = walk_node(w, SYNTAX_BINARY, a, walk_integer_type(w));
    s->op = op;
    s->child_count = 2;
    s->child[0] = a;
    s->child[1] = b;
    return s;
}

bool walk_names(const syntax *s, const decl *d)
{
    if (!s)
        return false;
    if (s->kind == SYNTAX_NAME)
        return s->decl == d;
    for (int i = 0; i < s->child_count; i++)
        if (walk_names(syntax_part(s, i), d))
            return true;
    return false;
}

bool walk_assigns(const syntax *s, const decl *d)
{
    if (!s)
        return false;
    bool changes =
        s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_ADDRESS);
    const syntax *left = changes ? syntax_without_casts(s->child[0]) : NULL;
    if (left && left->kind == SYNTAX_NAME && left->decl == d)
        return true;
    for (int i = 0; i < s->child_count; i++) {
        if (s->kind == SYNTAX_DECLARATION && s->child[i]->decl == d)
            return true;
        if (walk_assigns(syntax_part(s, i), d))
            return true;
    }
    return false;
}

static bool has_program_call(const syntax *s)
{
    if (!s)
        return false;
    if (syntax_is_program_call(s))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (has_program_call(syntax_part(s, i)))
            return true;
    return false;
}

/* By the statement itself, or by what it calls? */
static bool may_be_changed(const syntax *statement, const decl *d)
{
    bool is_shared = (!d->function || d->is_static) && !d->type->is_const &&
                     (decl_is_integer(d) || d->type->kind == TYPE_POINTER);
    return walk_assigns(statement, d) || (is_shared && has_program_call(statement));
}

bool walk_is_changed(const syntax *statement, const syntax *expression)
{
    if (!expression || !statement)
        return false;
    if (expression->kind == SYNTAX_NAME)
        return expression->decl && expression->decl->kind != DECL_ENUMERATOR &&
               may_be_changed(statement, expression->decl);
    for (int i = 0; i < expression->child_count; i++)
        if (walk_is_changed(statement, expression->child[i]))
            return true;
    return false;
}

static bool is_same(const syntax *a, const syntax *b)
{
    if (!a || !b)
        return a == b || (a ? row_is_zero(a) : row_is_zero(b));
    if (a->kind == SYNTAX_SUBSCRIPT && b->kind == SYNTAX_SUBSCRIPT)
        return is_same(a->child[0], b->child[0]) && row_is_same(a->child[1], b->child[1]);
    return a == b || row_is_same(a, b);
}

bool walk_is_same(const walk_place *a, const walk_place *b)
{
    return a->is_known && b->is_known && is_same(a->base, b->base) && is_same(a->offset, b->offset);
}

/* --- Sums ------------------------------------------------------------------------------------ */

enum { TERMS_MOST = 16 };

typedef struct sum {
    const syntax *term[TERMS_MOST];
    bool is_minus[TERMS_MOST];
    int count;
    int64_t number;
    bool is_long;
} sum;

static void add_terms(sum *all, const syntax *s, bool is_minus)
{
    bool is_sum = s->kind == SYNTAX_BINARY && (s->op == OPERATOR_ADD || s->op == OPERATOR_SUB);
    if (is_sum) {
        add_terms(all, s->child[0], is_minus);
        add_terms(all, s->child[1], is_minus != (s->op == OPERATOR_SUB));
        return;
    }
    if (s->kind == SYNTAX_INT && !s->macro) {
        all->number += is_minus ? -s->value : s->value;
        return;
    }
    for (int i = 0; i < all->count; i++)
        if (all->is_minus[i] != is_minus && row_is_same(all->term[i], s)) {
            all->count--;
            all->term[i] = all->term[all->count];
            all->is_minus[i] = all->is_minus[all->count];
            return;
        }
    if (all->count == TERMS_MOST) {
        all->is_long = true;
        return;
    }
    all->is_minus[all->count] = is_minus;
    all->term[all->count++] = s;
}

/* Without terms that take each other away, so that what the source writes as p[-1] costs what
 * a[i - 1] does. */
static const syntax *simplified(walks *w, const syntax *s)
{
    sum all = {0};
    const syntax *out = NULL;
    if (!s)
        return NULL;
    add_terms(&all, s, false);
    if (all.is_long)
        return s;
    for (int minus = 0; minus < 2; minus++)
        for (int i = 0; i < all.count; i++)
            if (all.is_minus[i] == minus)
                out = walk_binary(w, minus ? OPERATOR_SUB : OPERATOR_ADD, out, all.term[i]);
    if (all.number)
        out = walk_binary(w, all.number < 0 && out ? OPERATOR_SUB : OPERATOR_ADD, out,
                          walk_number(w, s, all.number < 0 && out ? -all.number : all.number));
    return out;
}

/* A copy that stands where `like` does. */
static const syntax *copy_at(walks *w, const syntax *s, const syntax *like)
{
    syntax *copy = arena_copy(w->ctx->arena, s, sizeof *s);
    copy->where = like->where;
    copy->in_macro = like->in_macro;
    copy->child = ARENA_ARRAY(w->ctx->arena, s->child_count + 1, const syntax *);
    for (int i = 0; i < s->child_count; i++)
        copy->child[i] = copy_at(w, s->child[i], like);
    return copy;
}

syntax *walk_element(walks *w, const walk_place *at, const syntax *more, const syntax *like,
                     const c_type *type)
{
    const syntax *index = simplified(w, walk_binary(w, OPERATOR_ADD, at->offset, more));
    syntax *s = walk_node(w, SYNTAX_SUBSCRIPT, like, type);
    s->child_count = 2;
    s->child[0] = copy_at(w, at->base, like);
    s->child[1] = index ? copy_at(w, index, like) : walk_number(w, like, 0);
    s->is_walked = true;
    return s;
}

bool walk_added(walks *w, const syntax *offset, const syntax *origin, const syntax **added)
{
    if (offset == origin) {
        *added = NULL;
        return true;
    }
    bool is_sum = offset && offset->kind == SYNTAX_BINARY &&
                  (offset->op == OPERATOR_ADD || offset->op == OPERATOR_SUB);
    if (!is_sum || !walk_added(w, offset->child[0], origin, added))
        return false;
    *added = walk_binary(w, offset->op, *added, offset->child[1]);
    return true;
}

/* --- Loops that may not be executed ---------------------------------------------------------- */

bool walk_is_natural(const syntax *s, int64_t *number)
{
    int64_t a, b;
    s = syntax_without_casts(s);
    if (s->kind == SYNTAX_INT) {
        *number = s->value;
        return s->value >= 0;
    }
    bool is_sum = s->kind == SYNTAX_BINARY &&
                  (s->op == OPERATOR_ADD || s->op == OPERATOR_SUB || s->op == OPERATOR_MUL);
    if (!is_sum || !walk_is_natural(s->child[0], &a) || !walk_is_natural(s->child[1], &b))
        return false;
    bool is_long = s->op == OPERATOR_ADD   ? __builtin_add_overflow(a, b, number)
                   : s->op == OPERATOR_SUB ? __builtin_sub_overflow(a, b, number)
                                           : __builtin_mul_overflow(a, b, number);
    return !is_long && *number >= 0;
}

/* The greater of the two. */
static const syntax *greater(walks *w, const syntax *a, const syntax *b)
{
    const c_type *type = walk_integer_type(w);
    syntax *test = walk_node(w, SYNTAX_BINARY, a, type);
    syntax *either = walk_node(w, SYNTAX_CONDITIONAL, a, type);
    test->op = OPERATOR_GT;
    test->child_count = 2;
    test->child[0] = a;
    test->child[1] = b;
    either->child = ARENA_ARRAY(w->ctx->arena, 3, const syntax *);
    either->child_count = 3;
    either->child[0] = test;
    either->child[1] = a;
    either->child[2] = b;
    return either;
}

const syntax *walk_executed(walks *w, const syntax *trips)
{
    int64_t number;
    return !trips || walk_is_natural(trips, &number) ? trips
                                                     : greater(w, trips, walk_number(w, trips, 0));
}

const syntax *walk_left_at(walks *w, const syntax *from, const syntax *to, const syntax *like)
{
    const syntax *added;
    int64_t number;
    if (walk_added(w, to, from, &added))
        return walk_binary(w, OPERATOR_ADD, from, walk_executed(w, added));
    const syntax *trips = walk_binary(w, OPERATOR_SUB, to, from);
    if (trips && walk_is_natural(trips, &number))
        return to;
    return greater(w, walk_or_zero(w, to, like), walk_or_zero(w, from, like));
}
