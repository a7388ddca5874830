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

/* Is it a loop that can have copies of its body? */
static bool is_plain(const structure_arrays *w, const decl *v, const syntax *body)
{
    return v && decl_is_integer(v) && v->kind == DECL_VARIABLE && v->function && !v->is_static &&
           !v->type->is_volatile && !syntax_sets(body, v) &&
           !level_has_address(v->function->body, v) && !level_has_static(body) &&
           !structure_declares(w->pass->pragmas, body->unit, body->where) &&
           !syntax_may_break(body) && !syntax_may_continue(body) && !syntax_has(body, SYNTAX_LABEL);
}

bool level_values_read(structure_arrays *w, const syntax *s, const decl *known, int64_t start,
                       level_values *l)
{
    bool is_for = s->kind == SYNTAX_FOR;
    const syntax *init = is_for ? s->child[0] : NULL, *test = s->child[is_for ? 1 : 0];
    const syntax *move = is_for ? s->child[2] : NULL;
    *l = (level_values){.body = s->child[is_for ? 3 : 1], .test = test, .move = move};
    l->v = init && init->kind == SYNTAX_DECLARATION && init->child_count == 1
               ? init->child[0]->decl
               : variable_of(init   ? init
                             : move ? move
                                    : test,
                             NULL);
    if ((!is_for && s->kind != SYNTAX_WHILE) || !test || !l->body || !is_plain(w, l->v, l->body))
        return false;
    l->first = !init                                                      ? NULL
               : init->kind == SYNTAX_DECLARATION                         ? l->v->init
               : init->kind == SYNTAX_ASSIGN && init->op == OPERATOR_NONE ? init->child[1]
                                                                          : NULL;
    head_run r = {.w = w, .v = l->v, .value = start, .is_known = true};
    if (init ? !l->first || !structure_number(w, l->first, &r.value) : l->v != known)
        return false;
    for (;;) {
        int64_t holds;
        if (!number_of(&r, test, &holds) || (holds && l->count == ITERATIONS_MOST))
            return false;
        l->last = r.value;
        if (!holds)
            break;
        l->value[l->count++] = r.value;
        if (!step(&r, move))
            return false;
    }
    return has_distinct(l) && w->copies + l->count <= COPIES_MOST;
}
