/* Elements that an integer tells which goes round, as in
 *
 *     step(&f[1 - cur], &f[cur]);
 *     cur = 1 - cur;
 *
 * The integer has the same effect as pointers that are exchanged: one for each element, which leads
 * to that to begin with. `f[cur]` becomes what one of these leads to, and the assignment an
 * exchange of them (value/structure_exchange.h), so that all that comes after knows pointers only.
 */

#include "frontend/value/structure_turn_state.h"
#include "frontend/value/structure_unroll.h"
#include "frontend/value/syntax_copy.h"

/* --- Values ----------------------------------------------------------------------------------- */

/* What the variable has got; null: it is none that the integer tells. */
const syntax *turn_told_value(const turning *t, const decl *d)
{
    for (int i = 0; d && i < t->others.count; i++)
        if (t->others.data[i].d == d)
            return t->others.data[i].value;
    return NULL;
}

bool turn_names(const turning *t, const syntax *s)
{
    if (!s)
        return false;
    if (s->kind == SYNTAX_NAME && (s->decl == t->v || turn_told_value(t, s->decl)))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (turn_names(t, syntax_part(s, i)))
            return true;
    return false;
}

/* The expression with a number for the variable. */
static const syntax *with(const turning *t, const syntax *s, int64_t value)
{
    fp_context *ctx = t->w->pass->ctx;
    const decl *d = s->kind == SYNTAX_NAME ? s->decl : NULL;
    if (d && d == t->v)
        return syntax_number_at(ctx, s, d->type, value);
    if (turn_told_value(t, d))
        return with(t, turn_told_value(t, d), value);
    syntax *copy = arena_copy(ctx->arena, s, sizeof *copy);
    copy->child = ARENA_ARRAY(ctx->arena, s->child_count + 1, const syntax *);
    for (int i = 0; i < s->child_count; i++)
        copy->child[i] = s->child[i] ? with(t, s->child[i], value) : NULL;
    return copy;
}

static bool is_number(const syntax *s)
{
    return !s->type || s->type->kind == TYPE_INT;
}

bool turn_value_with(const turning *t, const syntax *s, int64_t value, int64_t *result)
{
    return is_number(s) && structure_number(t->w, with(t, s, value), result);
}

/* --- What sets it ----------------------------------------------------------------------------- */

/* v = 1 - v; also v ^= 1. Null: something else sets it. */
const syntax *turn_value(const turning *t, const syntax *s)
{
    bool is =
        s->kind == SYNTAX_ASSIGN && s->child[0]->kind == SYNTAX_NAME && s->child[0]->decl == t->v;
    if (!is || s->op == OPERATOR_NONE)
        return is && turn_names(t, s->child[1]) ? s->child[1] : NULL;
    syntax *value = syntax_new_at(t->w->pass->ctx, s, SYNTAX_BINARY, 2);
    value->op = s->op;
    value->type = t->v->type;
    value->child[0] = s->child[0];
    value->child[1] = s->child[1];
    return value;
}

/* Where a statement is in the program. */
typedef struct around {
    const decl *function;
    const syntax *block; /* whose statement it is; null: of none */
    bool is_loop;        /* in a loop, or a function that may be executed again */
    bool has_turned;     /* the variable may have been turned before */
} around;

static void add_first(turning *t, const syntax *value, const around *at)
{
    t->first = value;
    t->firsts++;
    t->is_refused |= at->is_loop || at->has_turned;
}

static bool turns_in(const turning *t, const syntax *s, int depth);
static void find_setting(turning *t, const syntax *s, around *at);

/* Is it made of numbers alone? */
static bool is_arithmetic(const syntax *s)
{
    bool is = s->kind == SYNTAX_INT || s->kind == SYNTAX_NAME || s->kind == SYNTAX_UNARY ||
              s->kind == SYNTAX_BINARY;
    for (int i = 0; i < s->child_count; i++)
        is &= is_arithmetic(s->child[i]);
    return is && is_number(s);
}

/* Is it a number, or the address of an element, and stays so? */
static bool is_kept(const turning *t, const decl *d, const syntax *value, const decl *in)
{
    value = syntax_without_casts(value);
    bool is_address = value->kind == SYNTAX_UNARY && value->op == OPERATOR_ADDRESS &&
                      structure_array_of(t->w, value->child[0]);
    return (decl_is_integer(d) ? !value->converted && is_arithmetic(value) : is_address) &&
           !d->is_static && !syntax_sets(in->body, d);
}

static void find_declared(turning *t, const decl *d, const around *at)
{
    if (d == t->v && d->init)
        add_first(t, d->init, at);
    t->is_refused |= d == t->v && d->init && turn_names(t, d->init);
}

/* The functions that turn it, also by those that they call. */
static bool may_turn(const turning *t, const decl *f, int depth)
{
    enum { DEPTH_MOST = 16 };
    return depth == DEPTH_MOST || turns_in(t, f->body, depth + 1);
}

static bool turns_in(const turning *t, const syntax *s, int depth)
{
    if (!s)
        return false;
    const decl *f = level_callee(s);
    if (turn_value(t, s) || (f && may_turn(t, f, depth)))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (turns_in(t, syntax_part(s, i), depth))
            return true;
    return false;
}

/* Does the formal get the same wherever the function is called? */
static bool is_same_told(const turning *t, const syntax *a, const syntax *b)
{
    for (int i = 0; i < t->count; i++) {
        int64_t x, y;
        if (!turn_value_with(t, a, t->value[i], &x) || !turn_value_with(t, b, t->value[i], &y) ||
            x != y)
            return false;
    }
    return true;
}

/* The arguments for the formal: the first; null where something else than a call names the
 * function, or they differ. */
static const syntax *argument_of(const turning *t, const syntax *s, const decl *f, int position,
                                 const syntax *found, bool *is_other)
{
    if (!s || *is_other)
        return found;
    bool is_call = level_callee(s) == f;
    const syntax *given = is_call && position + 1 < s->child_count ? s->child[position + 1] : NULL;
    *is_other |= (is_call && !given) || (s->kind == SYNTAX_NAME && s->decl == f);
    if (given && found)
        *is_other |= !is_same_told(t, found, given);
    found = found ? found : given;
    for (int i = is_call ? 1 : 0; i < s->child_count; i++)
        found = argument_of(t, syntax_part(s, i), f, position, found, is_other);
    return found;
}

/* Variables that are declared with what it tells, and stay so. */
static void find_told_variables(turning *t, const syntax *s, const decl *in)
{
    for (int i = 0; s && i < s->child_count; i++) {
        const decl *d = s->kind == SYNTAX_DECLARATION ? s->child[i]->decl : NULL;
        if (d && d != t->v && d->init && !turn_told_value(t, d) && turn_names(t, d->init) &&
            is_kept(t, d, d->init, in))
            VEC_PUSH(t->w->pass->ctx->arena, &t->others, ((told){d, d->init}));
        find_told_variables(t, syntax_part(s, i), in);
    }
}

/* Formals that always get what it tells are told, where the function leaves it as it is. */
static bool find_others(turning *t)
{
    const c_program *source = t->w->pass->source;
    const int before = t->others.count;
    for (int i = 0; i < source->function_count; i++) {
        const decl *f = source->functions[i];
        find_told_variables(t, f->body, f);
        for (int k = 0; k < f->formal_count; k++) {
            const decl *d = f->formals[k];
            const syntax *value = NULL;
            bool is_other = turn_told_value(t, d) || f->is_replaceable;
            for (int m = 0; m < source->function_count; m++)
                value = argument_of(t, source->functions[m]->body, f, k, value, &is_other);
            if (is_other || !value || !turn_names(t, value) || !is_same_told(t, value, value) ||
                !decl_is_integer(d) || syntax_sets(f->body, d) || may_turn(t, f, 0))
                continue;
            VEC_PUSH(t->w->pass->ctx->arena, &t->others, ((told){d, value}));
        }
    }
    return t->others.count > before;
}

static void find_setting(turning *t, const syntax *s, around *at)
{
    if (!s || s->kind == SYNTAX_SIZEOF)
        return;
    const syntax *block = at->block;
    const bool was_loop = at->is_loop;
    if (s->kind == SYNTAX_ASSIGN && s->child[0]->kind == SYNTAX_NAME && s->child[0]->decl == t->v) {
        if (turn_value(t, s)) {
            t->turns++;
            t->is_refused |= !block;
            at->has_turned = true;
        } else if (s->op == OPERATOR_NONE) {
            add_first(t, s->child[1], at);
        } else {
            t->is_refused = true;
        }
    }
    t->is_refused |= s->kind == SYNTAX_UNARY && s->op >= OPERATOR_ADDRESS &&
                     s->child[0]->kind == SYNTAX_NAME && s->child[0]->decl == t->v;
    for (int i = 0; s->kind == SYNTAX_DECLARATION && i < s->child_count; i++)
        find_declared(t, s->child[i]->decl, at);
    at->is_loop |= syntax_is_loop(s) || s->kind == SYNTAX_LABEL;
    for (int i = 0; i < s->child_count; i++) {
        at->block = s->kind == SYNTAX_BLOCK ? s : NULL;
        find_setting(t, syntax_part(s, i), at);
    }
    at->block = block;
    at->is_loop = was_loop;
}

/* Which values it has, one after the other, until it has the first again. */
static void find_values(turning *t, const syntax *s)
{
    const syntax *next = s && !t->is_refused ? turn_value(t, s) : NULL;
    for (int i = 0; next && !t->is_refused && i < (t->count ? t->count : TURNS_MOST); i++) {
        int64_t value;
        bool is_known = turn_value_with(t, next, t->value[i], &value);
        bool is_last = is_known && value == t->value[0];
        if (!is_known || (t->count && value != t->value[(i + 1) % t->count]) ||
            (!is_last && i + 1 == TURNS_MOST)) {
            t->is_refused = true;
        } else if (is_last && !t->count) {
            t->count = i + 1;
        } else if (!is_last) {
            t->value[i + 1] = value;
        }
    }
    for (int i = 0; s && i < s->child_count; i++)
        find_values(t, syntax_part(s, i));
}

static bool find_turns(turning *t)
{
    const c_program *source = t->w->pass->source;
    if (!t->v->function && t->v->init)
        add_first(t, t->v->init, &(around){0});
    bool is_zero = !t->v->function && !t->v->init;
    for (int i = 0; i < source->function_count; i++)
        find_told_variables(t, source->functions[i]->body, source->functions[i]);
    for (int i = 0; i < source->function_count; i++) {
        const decl *f = source->functions[i];
        around at = {.function = f, .is_loop = !decl_is_main(f)};
        find_setting(t, f->body, &at);
    }
    if (t->is_refused || !t->turns || t->firsts + is_zero != 1 ||
        (t->first && !structure_number(t->w, t->first, &t->value[0])))
        return false;
    for (int i = 0; i < source->function_count; i++)
        find_values(t, source->functions[i]->body);
    while (!t->is_refused && t->count > 1 && find_others(t))
        ;
    return !t->is_refused && t->count > 1;
}

/* --- What it tells ---------------------------------------------------------------------------- */

/* Notes which element follows which. */
static void follow(turning *t, const structure_array *a, const syntax *index)
{
    int64_t element[TURNS_MOST];
    t->is_refused |= (t->of && t->of != a) || a->count > TURNS_MOST || a->member;
    for (int i = 0; i < t->count && !t->is_refused; i++)
        t->is_refused |= !turn_value_with(t, index, t->value[i], &element[i]) || element[i] < 0 ||
                         element[i] >= a->count;
    t->of = a;
    for (int i = 0; i < t->count && !t->is_refused; i++) {
        int64_t now = element[i], then = element[(i + 1) % t->count];
        t->is_refused |= t->takes_part[now] && t->next[now] != then;
        t->takes_part[now] = true;
        t->next[now] = then;
    }
}

/* Is a variable that is declared with it looked at after it has turned? Where both stand in one
 * block, what follows in that is looked at. */
static void check_block(turning *t, const syntax *block)
{
    bool has_turned = false;
    for (int i = 0; i < block->child_count; i++) {
        const syntax *s = block->child[i];
        for (int k = 0; has_turned && k < t->others.count; k++)
            t->is_refused |= syntax_names(s, t->others.data[k].d);
        has_turned |= turns_in(t, s, 0);
    }
}

bool turn_is_told_pointer(const turning *t, const decl *d)
{
    return turn_told_value(t, d) && !decl_is_integer(d);
}

static void find_told(turning *t, const syntax *s)
{
    if (!s || !turn_names(t, s))
        return;
    const structure_array *a = structure_array_of(t->w, s);
    if (a && turn_names(t, s->child[1])) {
        t->is_refused |= turn_names(t, s->child[0]);
        follow(t, a, s->child[1]);
        return;
    }
    if (s->kind == SYNTAX_BLOCK)
        check_block(t, s);
    t->is_refused |= s->kind == SYNTAX_NAME && !turn_is_told_pointer(t, s->decl);
    if (s->kind == SYNTAX_ASSIGN && s->child[0]->kind == SYNTAX_NAME && s->child[0]->decl == t->v)
        return;
    const decl *f = level_callee(s);
    for (int i = 0; i < s->child_count; i++) {
        const decl *d = s->kind == SYNTAX_DECLARATION ? s->child[i]->decl : NULL;
        const decl *formal = f && i > 0 && i <= f->formal_count ? f->formals[i - 1] : NULL;
        bool is_number = d ? d == t->v || (turn_told_value(t, d) && decl_is_integer(d))
                           : formal && turn_told_value(t, formal);
        if (!is_number)
            find_told(t, syntax_part(s, i));
    }
}

static bool is_call(const syntax *s)
{
    return s->kind == SYNTAX_CALL;
}

/* Is a variable that is declared with it in a block in whose inner statements, as those of a loop,
 * it turns? What is looked at there need not be what follows. */
static void check_others(turning *t, const syntax *s, bool is_turned)
{
    if (!s)
        return;
    bool turns = false;
    for (int i = 0; s->kind == SYNTAX_BLOCK && i < s->child_count; i++)
        turns |= !turn_value(t, s->child[i]) && s->child[i]->kind != SYNTAX_DECLARATION &&
                 turns_in(t, s->child[i], 0) && !is_call(s->child[i]);
    for (int i = 0; s->kind == SYNTAX_DECLARATION && i < s->child_count; i++)
        t->is_refused |= turn_told_value(t, s->child[i]->decl) && is_turned;
    for (int i = 0; i < s->child_count; i++)
        check_others(t, syntax_part(s, i), s->kind == SYNTAX_BLOCK ? turns : is_turned);
}

/* --- All -------------------------------------------------------------------------------------- */

static bool is_candidate(const decl *d)
{
    return d->kind == DECL_VARIABLE && decl_is_integer(d) && d->rank == 0 && !d->is_external &&
           !d->is_static && !d->is_replaceable && !d->type->is_volatile;
}

static void turn(structure_arrays *w, const decl *v)
{
    const c_program *source = w->pass->source;
    turning t = {.w = w, .v = v};
    if (!find_turns(&t))
        return;
    for (int i = 0; i < source->function_count; i++) {
        find_told(&t, source->functions[i]->body);
        check_others(&t, source->functions[i]->body, false);
    }
    for (int i = 0; i < TURNS_MOST && !t.is_refused; i++)
        for (int k = 0; k < i; k++)
            t.is_refused |= t.takes_part[i] && t.takes_part[k] && t.next[i] == t.next[k];
    if (t.is_refused || !t.of)
        return;
    level_fix(w, t.first);
    turn_name_elements(&t);
}

void structure_turn_all(structure_arrays *w)
{
    const int count = w->pass->source->decl_count;
    for (int i = 0; i < count; i++)
        if (is_candidate(w->pass->source->decls[i]))
            turn(w, w->pass->source->decls[i]);
}
