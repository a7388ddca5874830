/* Loops whose variable has values that numbers tell, one after the other, whatever the form of the
 * head: value/structure_unroll.h. */

#include "frontend/value/structure_clone.h"
#include "frontend/value/structure_unroll.h"
#include "frontend/value/syntax_copy.h"

/* What the head is executed with. */
typedef struct head_run {
    structure_arrays *w;
    const decl *v;
    int64_t value;
    bool is_known;
} head_run;

/* The expression with a number for the variable, which it may move by one. */
static const syntax *executed(head_run *r, const syntax *s)
{
    fp_context *ctx = r->w->pass->ctx;
    if (level_is_name(s, r->v))
        return syntax_number_at(ctx, s, r->v->type, r->value);
    bool moves = s->kind == SYNTAX_UNARY && s->op >= OPERATOR_ADDRESS && s->child_count &&
                 level_is_name(s->child[0], r->v);
    if (moves) {
        int64_t before = r->value;
        bool is_up = s->op == OPERATOR_PRE_INC || s->op == OPERATOR_POST_INC;
        bool is_down = s->op == OPERATOR_PRE_DEC || s->op == OPERATOR_POST_DEC;
        bool is_after = s->op == OPERATOR_PRE_INC || s->op == OPERATOR_PRE_DEC;
        r->is_known &= is_up || is_down;
        r->value += is_up ? 1 : -1;
        return syntax_number_at(ctx, s, r->v->type, is_after ? r->value : before);
    }
    syntax *copy = arena_copy(ctx->arena, s, sizeof *copy);
    copy->child = ARENA_ARRAY(ctx->arena, s->child_count + 1, const syntax *);
    for (int i = 0; i < s->child_count; i++)
        copy->child[i] = s->child[i] ? executed(r, s->child[i]) : NULL;
    return copy;
}

static bool number_of(head_run *r, const syntax *s, int64_t *value)
{
    bool is_number = structure_number(r->w, executed(r, s), value);
    return is_number && r->is_known;
}

/* v op= a, v = a, v++ */
static bool step(head_run *r, const syntax *s)
{
    int64_t value;
    if (!s)
        return true;
    if (s->kind != SYNTAX_ASSIGN)
        return s->kind == SYNTAX_UNARY && number_of(r, s, &value);
    const syntax *to = s->child[1];
    if (!level_is_name(s->child[0], r->v))
        return false;
    if (s->op != OPERATOR_NONE) {
        syntax *sum = syntax_new_at(r->w->pass->ctx, s, SYNTAX_BINARY, 2);
        sum->op = s->op;
        sum->type = r->v->type;
        sum->child[0] = s->child[0];
        sum->child[1] = s->child[1];
        to = sum;
    }
    if (!number_of(r, to, &value))
        return false;
    r->value = value;
    return true;
}

/* The variable that the head sets; null: none, or several. */
static const decl *variable_of(const syntax *s, const decl *found)
{
    bool sets =
        s && (s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_ADDRESS));
    if (sets && s->child[0]->kind == SYNTAX_NAME)
        found = s->child[0]->decl;
    for (int i = 0; s && i < s->child_count; i++)
        found = variable_of(s->child[i], found);
    return found;
}

static bool has_distinct(const level_values *l)
{
    for (int i = 0; i < l->count; i++)
        for (int k = 0; k < i; k++)
            if (l->value[i] == l->value[k])
                return false;
    return true;
}

/* The statement of the body that moves the variable, where it is the first or the last: its number;
 * -1: none does. False: something else sets it. */
static bool find_inner(const syntax *body, const decl *v, int *inner)
{
    *inner = -1;
    if (!syntax_sets(body, v))
        return true;
    for (int i = 0; body->kind == SYNTAX_BLOCK && i < body->child_count; i++) {
        const syntax *s = body->child[i];
        if (!syntax_sets(s, v))
            continue;
        bool is_step =
            (s->kind == SYNTAX_UNARY || s->kind == SYNTAX_ASSIGN) && level_is_name(s->child[0], v);
        if (*inner >= 0 || !is_step || (i > 0 && i + 1 < body->child_count))
            return false;
        *inner = i;
    }
    return *inner >= 0;
}

/* What the head does after each iteration: one thing with each variable. */
static bool take_move(level_values *l, const syntax *s, const decl *known)
{
    if (!s)
        return true;
    if (s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA)
        return take_move(l, s->child[0], known) && take_move(l, s->child[1], known);
    bool is_own = syntax_sets(s, l->v);
    const syntax **move = is_own ? &l->move : &l->other_move;
    if (*move || (!is_own && (!known || known == l->v || !syntax_sets(s, known) ||
                              syntax_sets(l->body, known) || syntax_names(s, l->v))))
        return false;
    *move = s;
    l->other = is_own ? l->other : known;
    return true;
}

/* Likewise what the last statement of a body that sets up elements does: n = n / 2; */
static void take_last(const structure_arrays *w, level_values *l, const decl *known)
{
    int inner;
    if (l->other || !known || known == l->v || !w->is_index.data[l->v->id] ||
        !find_inner(l->body, known, &inner) || inner < 0 || inner + 1 < l->body->child_count ||
        syntax_names(l->body->child[inner], l->v))
        return;
    l->other = known;
    l->other_move = l->body->child[inner];
    l->other_inner = inner;
}

/* Is it a loop that can have copies of its body? */
static bool is_plain(const structure_arrays *w, const decl *v, const syntax *body)
{
    return v && decl_is_integer(v) && v->kind == DECL_VARIABLE && v->function && !v->is_static &&
           !v->type->is_volatile && !level_has_address(v->function->body, v) &&
           !level_has_static(body) &&
           !structure_declares(w->pass->pragmas, body->unit, body->where) &&
           !syntax_may_break(body) && !syntax_may_continue(body) && !syntax_has(body, SYNTAX_LABEL);
}

bool level_values_read(structure_arrays *w, const syntax *s, const decl *known, int64_t start,
                       level_values *l)
{
    bool is_for = s->kind == SYNTAX_FOR;
    const syntax *init = is_for ? s->child[0] : NULL, *test = s->child[is_for ? 1 : 0];
    const syntax *move = is_for ? s->child[2] : NULL;
    *l = (level_values){.body = s->child[is_for ? 3 : 1], .test = test, .other_inner = -1};
    l->v = init && init->kind == SYNTAX_DECLARATION && init->child_count == 1 ? init->child[0]->decl
           : init  ? variable_of(init, NULL)
           : known ? known
                   : NULL;
    if ((!is_for && s->kind != SYNTAX_WHILE) || !test || !l->body || !is_plain(w, l->v, l->body) ||
        !take_move(l, move, known) || !find_inner(l->body, l->v, &l->inner) ||
        (l->inner >= 0 && (l->move || syntax_sets(test, l->v))))
        return false;
    take_last(w, l, known);
    l->first = !init                                                      ? NULL
               : init->kind == SYNTAX_DECLARATION                         ? l->v->init
               : init->kind == SYNTAX_ASSIGN && init->op == OPERATOR_NONE ? init->child[1]
                                                                          : NULL;
    head_run r = {.w = w, .v = l->v, .value = start, .is_known = true};
    head_run other = {.w = w, .v = l->other, .value = start, .is_known = true};
    if (init && (!l->first || !structure_number(w, l->first, &r.value)))
        return false;
    for (;;) {
        int64_t holds;
        if (!number_of(&r, test, &holds) || (holds && l->count == ITERATIONS_MOST))
            return false;
        l->last = r.value;
        l->other_last = other.value;
        if (!holds)
            break;
        const syntax *inner = l->inner >= 0 ? l->body->child[l->inner] : NULL;
        l->value[l->count] = l->used[l->count] = r.value;
        if (!step(&r, inner))
            return false;
        if (l->inner == 0)
            l->used[l->count] = r.value;
        l->other_value[l->count++] = other.value;
        if (!step(&r, l->move) || !step(&other, l->other_move))
            return false;
    }
    return has_distinct(l) && w->copies + l->count <= COPIES_MOST;
}
