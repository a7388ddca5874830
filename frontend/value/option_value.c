#include <string.h>

#include "frontend/syntax/fold.h"
#include "frontend/value/option_state.h"
#include "frontend/value/syntax_copy.h"

option_value option_number(int64_t number)
{
    return (option_value){.kind = OPTION_NUMBER, .number = number};
}

option_value option_lose(option_run *r)
{
    r->is_lost = true;
    return (option_value){0};
}

bool option_step(option_run *r)
{
    enum { MOST = 100000 };
    r->is_lost |= ++r->steps > MOST;
    return !r->is_lost;
}

/* --- Variables -------------------------------------------------------------------------- */

option_cell *option_find(option_run *r, const decl *d, const char *member)
{
    for (int i = 0; i < r->cells.count; i++)
        if (r->cells.data[i].variable == d && r->cells.data[i].member == member)
            return &r->cells.data[i];
    return NULL;
}

/* The number as the type has it. */
static option_value as_type(option_value v, const c_type *type)
{
    if (v.kind != OPTION_NUMBER || !type || type->kind != TYPE_INT)
        return v;
    if (type->is_bool)
        return option_number(v.number != 0);
    const int bits = (int)(8 * type->bytes) - !type->is_unsigned;
    const bool fits = type->is_unsigned && v.number < 0 ? false
                      : bits >= 63
                          ? true
                          : v.number < (INT64_C(1) << bits) && v.number >= -(INT64_C(1) << bits);
    return fits ? v : (option_value){0};
}

void option_set(option_run *r, const decl *d, const char *member, const c_type *type,
                option_value value)
{
    option_cell *cell = option_find(r, d, member);
    if (!cell) {
        VEC_PUSH(r->ctx->arena, &r->cells,
                 ((option_cell){.variable = d, .member = member, .type = type}));
        cell = &r->cells.data[r->cells.count - 1];
    }
    cell->value = as_type(value, type);
    cell->is_set = true;
}

void option_leave(option_run *r, const decl *f)
{
    int kept = 0;
    for (int i = 0; i < r->cells.count; i++)
        if (r->cells.data[i].variable->function != f || r->cells.data[i].variable->is_static)
            r->cells.data[kept++] = r->cells.data[i];
    r->cells.count = kept;
}

/* What can be set as a whole: no array, no structure. */
static bool is_scalar(const c_type *type)
{
    return type && (type->kind == TYPE_INT || type->kind == TYPE_FLOAT ||
                    type->kind == TYPE_DOUBLE || type->kind == TYPE_POINTER);
}

/* Is it one of a structure with memory of its own, which the program alone changes? */
static bool is_plain_member(const syntax *s)
{
    const c_type *whole = s->child_count ? s->child[0]->type : NULL;
    if (whole && s->is_arrow)
        whole = whole->target;
    return whole && whole->kind == TYPE_RECORD && !whole->is_union && !whole->is_volatile &&
           s->member && s->member_bytes && s->type && !s->type->is_volatile;
}

/* Is what stands there read or set as what it is? */
static bool is_held(const syntax *s, const c_type *holds)
{
    return s->type && holds && !s->type->is_volatile && s->type->kind == holds->kind &&
           s->type->bytes == holds->bytes && s->type->is_unsigned == holds->is_unsigned &&
           s->type->is_bool == holds->is_bool;
}

/* v, s.m, p->m, *p: where it is; false: not known. */
static bool place_of(option_run *r, const syntax *s, option_value *place)
{
    static const c_type of_pointer = {.kind = TYPE_POINTER, .bytes = 8};
    *place = (option_value){.kind = OPTION_PLACE, .holds = s->type};
    if (s->kind == SYNTAX_NAME && s->decl &&
        (s->decl->kind == DECL_VARIABLE || s->decl->kind == DECL_FORMAL)) {
        place->place = s->decl;
        if (s->decl->kind == DECL_FORMAL && s->decl->type->kind == TYPE_ARRAY)
            place->holds = &of_pointer; /* char *argv[] */
        return !s->decl->type->is_volatile && !s->decl->is_coarray && !s->decl->is_replaceable;
    }
    if (s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF) {
        option_value to = option_value_of(r, s->child[0]);
        *place = to;
        return to.kind == OPTION_PLACE && is_held(s, to.holds);
    }
    if (s->kind != SYNTAX_MEMBER || !is_plain_member(s))
        return false;
    option_value whole;
    if (s->is_arrow)
        whole = option_value_of(r, s->child[0]);
    else if (!place_of(r, s->child[0], &whole))
        return false;
    *place = (option_value){
        .kind = OPTION_PLACE, .place = whole.place, .member = s->member, .holds = s->type};
    return whole.kind == OPTION_PLACE && !whole.member && whole.holds->kind == TYPE_RECORD;
}

/* What a variable of a file holds when main begins. */
static option_value at_first(option_run *r, const decl *d)
{
    const syntax *init = syntax_without_casts(d->init);
    const bool is_known = !r->is_begun && d->kind == DECL_VARIABLE && !d->function &&
                          d->is_defined && is_scalar(d->type);
    if (!is_known || (init && init->kind != SYNTAX_INT && init->kind != SYNTAX_STRING))
        return (option_value){0};
    return init ? option_value_of(r, d->init) : option_number(0);
}

static option_value at_place(option_run *r, const option_value *place)
{
    const option_cell *cell = option_find(r, place->place, place->member);
    return cell ? cell->value : !place->member ? at_first(r, place->place) : (option_value){0};
}

/* --- Pointers ----------------------------------------------------------------------------- */

/* Element `at` of a string or of argv, looked at as `type`. */
static option_value element(const option_run *r, const option_value *base, int64_t at,
                            const c_type *type)
{
    if (!type || (base->kind == OPTION_TEXT ? type->bytes != 1 : type->kind != TYPE_POINTER))
        return (option_value){0};
    at += base->number;
    if (base->kind == OPTION_TEXT && at >= 0 && at <= (int64_t)strlen(base->text) &&
        (unsigned char)base->text[at] < 128)
        return option_number(base->text[at]);
    if (base->kind != OPTION_WORDS || at < 1 || at > r->count + 1)
        return (option_value){0};
    if (at == r->count + 1)
        return option_number(0);
    return (option_value){.kind = OPTION_TEXT, .text = r->word[at - 1], .word = (int)at};
}

static bool is_pointer(const option_value *v)
{
    return v->kind == OPTION_TEXT || v->kind == OPTION_WORDS || v->kind == OPTION_PLACE;
}

static bool is_movable(const option_value *v)
{
    return v->kind == OPTION_TEXT || v->kind == OPTION_WORDS;
}

/* --- Operators ---------------------------------------------------------------------------- */

static option_value increment(option_run *r, const syntax *s)
{
    option_value place;
    if (!place_of(r, s->child[0], &place) || !is_scalar(place.holds))
        return option_lose(r);
    const option_value old = at_place(r, &place);
    option_value now = old;
    const bool is_end = old.number == INT64_MAX || old.number == INT64_MIN;
    if (is_end || (old.kind != OPTION_NUMBER && !is_movable(&old)))
        return option_lose(r);
    now.number += s->op == OPERATOR_PRE_INC || s->op == OPERATOR_POST_INC ? 1 : -1;
    option_set(r, place.place, place.member, place.holds, now);
    return s->op == OPERATOR_POST_INC || s->op == OPERATOR_POST_DEC ? old : at_place(r, &place);
}

static option_value unary(option_run *r, const syntax *s)
{
    option_value place;
    if (s->op >= OPERATOR_PRE_INC)
        return increment(r, s);
    if (s->op == OPERATOR_ADDRESS)
        return place_of(r, s->child[0], &place) ? place : (option_value){0};
    if (s->op == OPERATOR_NOT) {
        const option_value v = option_value_of(r, s->child[0]);
        return v.kind == OPTION_NUMBER ? option_number(!v.number)
               : is_pointer(&v)        ? option_number(0)
                                       : (option_value){0};
    }
    option_value v = option_value_of(r, s->child[0]);
    if (s->op == OPERATOR_DEREF && v.kind == OPTION_PLACE)
        return is_held(s, v.holds) ? at_place(r, &v) : (option_value){0};
    if (s->op == OPERATOR_DEREF)
        return element(r, &v, 0, s->type);
    int64_t result;
    return v.kind == OPTION_NUMBER && v.number > INT64_MIN &&
                   syntax_fold_unary(s->op, v.number, &result)
               ? as_type(option_number(result), s->type)
               : (option_value){0};
}

static option_value combine(syntax_op op, const option_value *a, const option_value *b)
{
    int64_t result;
    if (a->kind == OPTION_NUMBER && b->kind == OPTION_NUMBER)
        return syntax_fold_binary(op, a->number, b->number, &result) ? option_number(result)
                                                                     : (option_value){0};
    const bool compares = op == OPERATOR_EQ || op == OPERATOR_NE;
    const bool is_null = (a->kind == OPTION_NUMBER && a->number == 0) ||
                         (b->kind == OPTION_NUMBER && b->number == 0);
    if (compares && is_null && (is_pointer(a) || is_pointer(b)))
        return option_number(op == OPERATOR_NE);
    option_value moved = is_movable(a) ? *a : *b;
    const option_value *by = is_movable(a) ? b : a;
    if (!is_movable(&moved) || by->kind != OPTION_NUMBER ||
        (op != OPERATOR_ADD && (op != OPERATOR_SUB || by == a)))
        return (option_value){0};
    moved.number += op == OPERATOR_ADD ? by->number : -by->number;
    return moved;
}

int option_holds(option_run *r, const syntax *s)
{
    const option_value v = option_value_of(r, s);
    if (v.kind == OPTION_NUMBER)
        return v.number != 0;
    if (!is_pointer(&v))
        option_lose(r);
    return 1;
}

static option_value binary(option_run *r, const syntax *s)
{
    if (s->op == OPERATOR_LOGICAL_AND || s->op == OPERATOR_LOGICAL_OR) {
        const int left = option_holds(r, s->child[0]);
        const bool is_decided = left == (s->op == OPERATOR_LOGICAL_OR);
        return option_number(is_decided || r->is_lost ? left : option_holds(r, s->child[1]));
    }
    if (s->op == OPERATOR_ELSE)
        return option_lose(r); /* what of it is done, its left side says */
    const option_value left = option_value_of(r, s->child[0]);
    const option_value right = option_value_of(r, s->child[1]);
    return s->op == OPERATOR_COMMA ? right : as_type(combine(s->op, &left, &right), s->type);
}

static bool is_shift(syntax_op op)
{
    return op == OPERATOR_SHL || op == OPERATOR_SHR;
}

/* place op= value, in the type that C does it in: that of both, of a shift the promoted left. */
static option_value compound(const syntax *s, const option_value *old, const option_value *value)
{
    const c_type *left = s->child[0]->type, *right = syntax_final_type(s->child[1]);
    if (left->kind == TYPE_POINTER)
        return combine(s->op, old, value);
    if (left->kind != TYPE_INT || !right || right->kind != TYPE_INT)
        return (option_value){0};
    const c_type *type = is_shift(s->op) ? c_type_promoted(left) : c_type_common(left, right);
    const option_value a = as_type(*old, type);
    const option_value b = is_shift(s->op) ? *value : as_type(*value, type);
    return as_type(combine(s->op, &a, &b), type);
}

static option_value assign(option_run *r, const syntax *s)
{
    option_value place;
    option_value value = option_value_of(r, s->child[1]);
    if (!place_of(r, s->child[0], &place) || !is_scalar(place.holds))
        return option_lose(r);
    if (s->op != OPERATOR_NONE) {
        const option_value old = at_place(r, &place);
        value = compound(s, &old, &value);
    }
    option_set(r, place.place, place.member, place.holds, value);
    return at_place(r, &place);
}

/* --- Expressions ---------------------------------------------------------------------------- */

static bool is_floating(const c_type *type)
{
    return type && (type->kind == TYPE_FLOAT || type->kind == TYPE_DOUBLE);
}

static option_value value_of(option_run *r, const syntax *s)
{
    option_value place;
    switch ((int)s->kind) {
    case SYNTAX_INT:
        return option_number(s->value);
    case SYNTAX_STRING:
        return s->text ? (option_value){.kind = OPTION_TEXT, .text = s->text, .tree = s}
                       : (option_value){0};
    case SYNTAX_NAME:
        if (s->decl && s->decl->kind == DECL_ENUMERATOR)
            return option_number(s->decl->value);
        return place_of(r, s, &place) ? at_place(r, &place) : (option_value){0};
    case SYNTAX_MEMBER:
        return place_of(r, s, &place) ? at_place(r, &place) : (option_value){0};
    case SYNTAX_SUBSCRIPT: {
        const option_value base = option_value_of(r, s->child[0]);
        const option_value index = option_value_of(r, s->child[1]);
        return index.kind == OPTION_NUMBER ? element(r, &base, index.number, s->type)
                                           : (option_value){0};
    }
    case SYNTAX_UNARY:
        return unary(r, s);
    case SYNTAX_BINARY:
        return binary(r, s);
    case SYNTAX_ASSIGN:
        return assign(r, s);
    case SYNTAX_CAST:
        return option_value_of(r, s->child[0]);
    case SYNTAX_CONDITIONAL:
        return option_value_of(r, s->child[option_holds(r, s->child[0]) ? 1 : 2]);
    case SYNTAX_CALL:
        return option_call(r, s);
    }
    if (syntax_assigns(s) || syntax_has(s, SYNTAX_CALL))
        option_lose(r);
    return (option_value){0};
}

option_value option_value_of(option_run *r, const syntax *s)
{
    if (!option_step(r))
        return (option_value){0};
    if (is_floating(s->type) && s->kind != SYNTAX_ASSIGN && s->kind != SYNTAX_CALL &&
        s->kind != SYNTAX_CONDITIONAL && !syntax_assigns(s)) {
        syntax *tree = option_copy(r, s);
        r->is_lost |= !tree && syntax_has(s, SYNTAX_CALL);
        return tree ? (option_value){.kind = OPTION_TREE, .tree = tree} : (option_value){0};
    }
    option_value v = value_of(r, s);
    for (const conversion *c = s->converted; c; c = c->next)
        v = as_type(v, c->type);
    return v;
}

/* --- What main may write --------------------------------------------------------------------- */

syntax *option_tree_of(const option_run *r, const option_value *v, const syntax *at,
                       const c_type *type)
{
    static const c_type of_int = {.kind = TYPE_INT, .bytes = 4};
    if (v->kind == OPTION_TREE)
        return (syntax *)v->tree;
    if (v->kind == OPTION_NUMBER && type->kind == TYPE_INT)
        return syntax_number_at(r->ctx, at, type, v->number);
    if (v->kind == OPTION_NUMBER) {
        syntax *cast = syntax_new_at(r->ctx, at, SYNTAX_CAST, 1);
        cast->type = type;
        cast->child[0] = syntax_number_at(r->ctx, at, &of_int, v->number);
        return cast;
    }
    if (v->kind != OPTION_TEXT)
        return NULL;
    syntax *text = (syntax *)v->tree;
    if (!text) { /* argv[k] */
        text = syntax_new_at(r->ctx, at, SYNTAX_SUBSCRIPT, 2);
        text->type = type;
        text->child[0] = syntax_path_at(r->ctx, at, r->words, "", NULL);
        text->child[1] = syntax_number_at(r->ctx, at, &of_int, v->word);
    }
    if (v->number == 0)
        return text;
    syntax *sum = syntax_new_at(r->ctx, at, SYNTAX_BINARY, 2);
    sum->op = OPERATOR_ADD;
    sum->type = type;
    sum->child[0] = text;
    sum->child[1] = syntax_number_at(r->ctx, at, &of_int, v->number);
    return sum;
}

/* Is it seen everywhere in the file, or by its own name in main? */
static bool is_seen(const option_run *r, const syntax *s)
{
    return s->kind != SYNTAX_NAME || !s->decl || !s->decl->function ||
           s->decl->function == r->words->function;
}

syntax *option_copy(option_run *r, const syntax *s)
{
    const bool is_value = s->kind == SYNTAX_NAME || s->kind == SYNTAX_SUBSCRIPT ||
                          s->kind == SYNTAX_MEMBER || s->kind == SYNTAX_UNARY;
    const bool is_called = s->kind == SYNTAX_NAME && s->decl && s->decl->kind == DECL_FUNCTION;
    if (is_value && !is_called && s->type && !syntax_assigns(s)) {
        const bool was_lost = r->is_lost;
        const option_value v =
            s->kind == SYNTAX_UNARY && is_floating(s->type) ? (option_value){0} : value_of(r, s);
        r->is_lost = was_lost;
        syntax *known = option_tree_of(r, &v, s, s->type);
        if (known)
            return known;
        if (s->kind == SYNTAX_NAME && s->decl && option_find(r, s->decl, NULL))
            return NULL; /* it has been set to what nothing tells */
    }
    if (!is_seen(r, s) || syntax_assigns(s) || syntax_is_program_call(s))
        return NULL;
    syntax *copy = arena_copy(r->ctx->arena, s, sizeof *copy);
    copy->child = ARENA_ARRAY(r->ctx->arena, s->child_count, const syntax *);
    for (int i = 0; i < s->child_count; i++)
        if (!(copy->child[i] = option_copy(r, s->child[i])))
            return NULL;
    return copy;
}
