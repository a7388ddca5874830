#include "frontend/value/exchange_stand_in.h"

/* Is the array named there? The declaration that it is the pointer's value in does not count. */
static bool is_named(const syntax *s, const decl *array, const decl *pointer)
{
    if (!s)
        return false;
    if (s->kind == SYNTAX_NAME)
        return s->decl == array;
    for (int i = 0; i < s->child_count; i++) {
        const decl *d = s->kind == SYNTAX_DECLARATION ? s->child[i]->decl : NULL;
        if (!(d && d == pointer) && is_named(syntax_part(s, i), array, pointer))
            return true;
    }
    return false;
}

static bool declares(const syntax *s, const decl *d)
{
    for (int i = 0; s->kind == SYNTAX_DECLARATION && i < s->child_count; i++)
        if (s->child[i]->decl == d)
            return true;
    return false;
}

/* What one of main's own statements sets the pointer to first; null: nothing. */
static const syntax *value_of(const decl *f, const decl *pointer, int *at)
{
    for (*at = 0; *at < f->body->child_count; (*at)++) {
        const syntax *s = f->body->child[*at];
        bool is_assigned = s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_NONE &&
                           s->child[0]->kind == SYNTAX_NAME && s->child[0]->decl == pointer;
        if (is_assigned || (pointer->init && declares(s, pointer)))
            return is_assigned ? s->child[1] : pointer->init;
        if (syntax_sets(s, pointer))
            return NULL;
    }
    return NULL;
}

/* Does main name the array, from the first statement on that sets the pointer again after number
 * `at`? Until then both are names of one array. */
static bool is_named_before(const decl *f, const decl *array, const decl *pointer, int at)
{
    bool is_later = syntax_has(f->body, SYNTAX_GOTO), is_set_again = false;
    for (int i = pointer->init ? at : at + 1; i < f->body->child_count; i++) {
        is_set_again |= i > at && syntax_sets(f->body->child[i], pointer);
        is_later |= is_set_again && is_named(f->body->child[i], array, pointer);
    }
    return !is_later;
}

bool exchange_begins_stand_in(const lowering *lo, const syntax *s)
{
    int at;
    const decl *d =
        s->kind == SYNTAX_ASSIGN && s->child[0]->kind == SYNTAX_NAME ? s->child[0]->decl : NULL;
    return d && d->kind == DECL_VARIABLE && d->function && exchange_stands_for(lo, d) &&
           value_of(d->function, d, &at) == s->child[1];
}

/* Does the loop's head count by adding? The iterations of others are not told apart by what the
 * pointer leads to in them (value/pointer_flow.h). */
static bool is_counting(const syntax *s)
{
    const syntax *step = s->kind == SYNTAX_FOR ? s->child[2] : NULL;
    if (!step)
        return false;
    bool is_assigned =
        step->kind == SYNTAX_ASSIGN &&
        (step->op == OPERATOR_ADD || step->op == OPERATOR_SUB ||
         (step->op == OPERATOR_NONE && step->child[1]->kind == SYNTAX_BINARY &&
          (step->child[1]->op == OPERATOR_ADD || step->child[1]->op == OPERATOR_SUB)));
    return is_assigned || (step->kind == SYNTAX_UNARY && step->op >= OPERATOR_PRE_INC);
}

/* Is the pointer set in a loop that does not count? */
static bool is_set_uncounted(const syntax *s, const decl *pointer)
{
    if (!s)
        return false;
    if (syntax_is_loop(s) && !is_counting(s) && syntax_sets(s, pointer))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (is_set_uncounted(syntax_part(s, i), pointer))
            return true;
    return false;
}

const decl *exchange_stands_for(const lowering *lo, const decl *pointer)
{
    if (pointer->type->kind != TYPE_POINTER)
        return NULL;
    bool is_asked = lo->keeps_loops || lo->info[pointer->id].has_address_taken ||
                    (pointer->function && is_set_uncounted(pointer->function->body, pointer));
    return is_asked ? exchange_array_alone(lo, pointer) : NULL;
}

const decl *exchange_array_alone(const lowering *lo, const decl *pointer)
{
    const decl *f = pointer->function;
    int at = 0;
    if (pointer->kind != DECL_VARIABLE || !f || !decl_is_main(f) || f->body->kind != SYNTAX_BLOCK ||
        pointer->is_static)
        return NULL;
    const syntax *value = syntax_without_casts(value_of(f, pointer, &at));
    const decl *array = value && value->kind == SYNTAX_NAME ? value->decl : NULL;
    const variable *v = array ? lo->info[array->id].var : NULL;
    const variable *own = lo->info[pointer->id].var;
    if (!v || !v->align || !v->rank || array->kind != DECL_VARIABLE ||
        array->type->kind != TYPE_ARRAY || array->is_replaceable || (own && own->align) ||
        !is_named_before(f, array, pointer, at))
        return NULL;
    for (int i = 0; i < lo->source->function_count; i++) {
        const decl *other = lo->source->functions[i];
        if (other != f && is_named(other->body, array, NULL))
            return NULL;
    }
    for (int i = 0; i < lo->source->decl_count; i++) {
        const decl *d = lo->source->decls[i];
        if (d != pointer && (!d->function || d->is_static) && is_named(d->init, array, NULL))
            return NULL;
    }
    return array;
}
