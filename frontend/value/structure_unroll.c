/* Subscripts of arrays of structures become numbers: value/structure_array.h. */

#include "frontend/value/structure_unroll.h"

#include <string.h>

#include "frontend/value/structure_clone.h"
#include "frontend/value/syntax_copy.h"

/* --- Loops ------------------------------------------------------------------------------------ */

static syntax *new_binary(structure_arrays *w, const syntax *at, syntax_op op, const syntax *a,
                          const syntax *b)
{
    syntax *s = syntax_new_at(w->pass->ctx, at, SYNTAX_BINARY, 2);
    s->op = op;
    s->type = at->type;
    s->child[0] = a;
    s->child[1] = b;
    return s;
}

static syntax_op first_test(const level_loop *l)
{
    return l->is_countdown ? OPERATOR_LT : l->step > 0 ? OPERATOR_GE : OPERATOR_LE;
}

/* Whether the loop gets to that iteration, where numbers do not tell; else null. */
static const syntax *guard_of(structure_arrays *w, const syntax *s, const level_loop *l, int64_t k)
{
    fp_context *ctx = w->pass->ctx;
    const syntax *test = s->child[1], *guard = NULL;
    const syntax *number = syntax_number_at(ctx, test, l->v->type, k);
    if (!l->has_first)
        guard = new_binary(w, test, first_test(l), number, l->first);
    if (!l->has_bound) {
        const syntax *ends = new_binary(w, test, l->test, number, l->bound);
        guard = guard ? new_binary(w, test, OPERATOR_LOGICAL_AND, guard, ends) : ends;
    }
    return guard;
}

static const syntax *guarded(structure_arrays *w, const syntax *guard, const syntax *body)
{
    if (!guard)
        return body;
    syntax *s = syntax_new_at(w->pass->ctx, body, SYNTAX_IF, 3);
    s->is_copy = true;
    s->child[0] = guard;
    s->child[1] = body;
    return s;
}

static void empty(syntax *s)
{
    s->kind = SYNTAX_EMPTY;
    s->child_count = 0;
}

/* Of the iteration that begins with `k`: with numbers for `count` variables, and without two
 * statements of the body, where `inner` is not -1. */
static const syntax *copy_body(expansion *e, const syntax *body, int64_t k, int count,
                               const decl *const *variables, const int64_t *numbers,
                               const int inner[2], bool is_guarded)
{
    structure_arrays *w = e->w;
    syntax_copying c = syntax_copy_begin(w->pass->ctx, w->pass->source);
    c.number_count = count;
    c.variable = variables;
    c.number = numbers;
    syntax *copy = syntax_copy_scope(&c, e->function, body);
    for (int i = 0; i < 2; i++)
        if (inner[i] >= 0)
            empty((syntax *)copy->child[inner[i]]);
    const int copies = ++w->copies;
    level_know_copies(w);
    e->choices += is_guarded;
    level_expand(e, copy);
    e->choices -= is_guarded;
    copy->copy = (unsigned short)copies; /* whatever has become of it */
    copy->value = k;
    return copy;
}

/* What the loop's variable is set to after it, by `count` iterations where numbers tell. */
static const syntax *last_value(structure_arrays *w, const syntax *s, const level_loop *l,
                                int64_t count)
{
    fp_context *ctx = w->pass->ctx;
    if (l->has_first && l->has_bound)
        return syntax_number_at(ctx, s->child[0], l->v->type, l->first_number + count * l->step);
    syntax *value = syntax_new_at(ctx, s->child[0], SYNTAX_CONDITIONAL, 3);
    value->type = l->v->type;
    value->child[0] = new_binary(w, s->child[1], l->test, l->first, l->bound);
    value->child[1] = l->bound;
    value->child[2] = l->first; /* there is no iteration */
    return value;
}

static const syntax *set_last(structure_arrays *w, const syntax *s, const level_loop *l,
                              int64_t count)
{
    fp_context *ctx = w->pass->ctx;
    syntax *set = arena_copy(ctx->arena, s->child[0], sizeof *set);
    set->is_implied = true;
    set->child = ARENA_ARRAY(ctx->arena, 2, const syntax *);
    set->child[0] = s->child[0]->child[0];
    set->child[1] = last_value(w, s, l, count);
    return set;
}

/* Makes copies of the body of a loop over elements, as long as its form is plain. */
static bool unroll(expansion *e, syntax *s)
{
    structure_arrays *w = e->w;
    arena *a = w->pass->ctx->arena;
    level_loop l;
    int64_t first, last;
    if (!level_loop_read(w, s, &l) || !level_loop_count(w, &l, s->child[3], &first, &last))
        return false;
    int64_t count = (last - first) / l.step + 1;
    count = count > 0 && (l.step > 0 ? first <= last : first >= last) ? count : 0;
    bool is_seen = s->child[0]->kind != SYNTAX_DECLARATION;
    bool is_strict = l.test != OPERATOR_LE && l.test != OPERATOR_GE;
    if (is_seen && (l.is_countdown || (!is_strict && !(l.has_first && l.has_bound))))
        return false; /* what it holds after the loop is no part of the text */
    const syntax **child = ARENA_ARRAY(a, count + 4, const syntax *);
    memcpy(child, s->child, 3 * sizeof *child);
    level_fix(w, l.first);
    level_fix(w, l.bound);
    const int none[] = {-1, -1};
    int n = 3;
    for (int64_t i = 0; i < count; i++) {
        int64_t k = first + i * l.step;
        const syntax *guard = guard_of(w, s, &l, k);
        child[n++] =
            guarded(w, guard, copy_body(e, s->child[3], k, 1, &l.v, &k, none, guard != NULL));
    }
    if (is_seen)
        child[n++] = set_last(w, s, &l, count);
    s->kind = SYNTAX_COPIES;
    s->is_open = !l.has_first || !l.has_bound;
    s->decl = (decl *)l.v;
    s->child = child;
    s->child_count = n;
    return true;
}

/* A variable after a loop that has no such assignment of its own. */
static const syntax *set_after(structure_arrays *w, const syntax *at, const decl *v, int64_t value)
{
    fp_context *ctx = w->pass->ctx;
    syntax *set = syntax_new_at(ctx, at, SYNTAX_ASSIGN, 2);
    syntax *name = syntax_new_at(ctx, at, SYNTAX_NAME, 0);
    name->decl = (decl *)v;
    name->type = set->type = v->type;
    set->is_implied = true;
    set->child[0] = name;
    set->child[1] = syntax_number_at(ctx, at, v->type, value);
    return set;
}

/* Likewise, by the values that numbers tell of any head. */
static bool unroll_values(expansion *e, syntax *s, const decl *known, int64_t start)
{
    structure_arrays *w = e->w;
    level_values l;
    if (!level_values_read(w, s, known, start, &l))
        return false;
    const bool is_for = s->kind == SYNTAX_FOR;
    const syntax **child = ARENA_ARRAY(w->pass->ctx->arena, l.count + 5, const syntax *);
    const bool is_seen = !is_for || !s->child[0] || s->child[0]->kind != SYNTAX_DECLARATION;
    child[0] = is_for ? s->child[0] : NULL;
    child[1] = l.test;
    child[2] = is_for ? s->child[2] : NULL;
    level_fix(w, l.first);
    level_fix(w, l.test);
    level_fix(w, l.move);
    const int moves[] = {l.inner, l.other_inner};
    int n = 3;
    for (int i = 0; i < l.count; i++) {
        const decl *variables[] = {l.v, l.other};
        const int64_t numbers[] = {l.used[i], l.other_value[i]};
        child[n++] = copy_body(e, l.body, l.value[i], 1 + (l.other != NULL), variables, numbers,
                               moves, false);
    }
    if (l.other)
        child[n++] = set_after(w, l.test, l.other, l.other_last);
    if (is_seen)
        child[n++] = set_after(w, l.test, l.v, l.last);
    s->kind = SYNTAX_COPIES;
    s->is_open = false;
    s->decl = (decl *)l.v;
    s->child = child;
    s->child_count = n;
    return true;
}

bool level_unroll_values(structure_arrays *w, const decl *in, syntax *loop)
{
    expansion e = {.w = w, .function = in};
    return unroll_values(&e, loop, NULL, 0);
}

/* --- Statements ------------------------------------------------------------------------------- */

/* Does it name an element that no array has, whenever it is evaluated? */
static bool is_beyond(structure_arrays *w, const syntax *s)
{
    structure_array *a = s ? structure_array_of(w, s) : NULL;
    int64_t k;
    if (a && structure_number(w, s->child[1], &k) && (k < 0 || k >= a->count))
        return true;
    for (int i = 0, count = s ? level_certain_parts(w, s) : 0; i < count; i++)
        if (is_beyond(w, syntax_part(s, i)))
            return true;
    return false;
}

/* What numbers decide is what it leads to. */
static void choose(structure_arrays *w, syntax *s)
{
    int64_t value;
    while (s->kind == SYNTAX_CONDITIONAL && structure_number(w, s->child[0], &value)) {
        const conversion *converted = s->converted;
        source_range where = s->where;
        level_fix(w, s->child[0]);
        *s = *s->child[value ? 1 : 2];
        if (!s->converted)
            s->converted = converted;
        s->where = where;
    }
}

/* An expression, or a declaration. */
static bool is_step(const syntax *s)
{
    return s->kind < SYNTAX_BLOCK || s->kind == SYNTAX_DECLARATION;
}

/* Does the statement return, whatever happens, as far as numbers tell? */
static bool returns(const structure_arrays *w, const syntax *s)
{
    int64_t value;
    if (s->kind == SYNTAX_BLOCK)
        for (int i = 0; i < s->child_count; i++)
            if (returns(w, s->child[i]))
                return true;
    if (s->kind == SYNTAX_IF && structure_number(w, s->child[0], &value)) {
        const syntax *taken = s->child[value ? 1 : 2];
        return taken && returns(w, taken);
    }
    return s->kind == SYNTAX_RETURN;
}

static void choose_all(structure_arrays *w, syntax *s)
{
    if (!s || s->kind == SYNTAX_SIZEOF)
        return;
    choose(w, s);
    for (int i = 0; i < s->child_count; i++)
        choose_all(w, (syntax *)syntax_part(s, i));
}

/* A variable whose value numbers tell from a statement of a block on. */
typedef struct known_value {
    const decl *v;
    int64_t value;
} known_value;

typedef VEC(known_value) known_list;

static bool may_be_known(const structure_arrays *w, const decl *v)
{
    return v && v->kind == DECL_VARIABLE && decl_is_integer(v) && v->function && !v->is_static &&
           !v->type->is_volatile && v->id < w->is_index.count && w->is_index.data[v->id] &&
           !level_has_address(v->function->body, v);
}

static void note_value(expansion *e, known_list *all, const decl *v, const syntax *value)
{
    int64_t number;
    if (!may_be_known(e->w, v) || !structure_number(e->w, value, &number))
        return;
    level_fix(e->w, value);
    VEC_PUSH(e->w->pass->ctx->arena, all, ((known_value){v, number}));
}

static void note_set(expansion *e, known_list *all, const syntax *s)
{
    if (s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_NONE && s->child[0]->kind == SYNTAX_NAME)
        note_value(e, all, s->child[0]->decl, s->child[1]);
}

/* What the statement leaves in variables. */
static void note_known(expansion *e, known_list *all, const syntax *s)
{
    note_set(e, all, s);
    for (int i = 3; s->kind == SYNTAX_COPIES && i < s->child_count; i++)
        if (s->child[i]->is_implied)
            note_set(e, all, s->child[i]);
    for (int i = 0; s->kind == SYNTAX_DECLARATION && i < s->child_count; i++)
        if (s->child[i]->decl->init)
            note_value(e, all, s->child[i]->decl, s->child[i]->decl->init);
}

static void put_known(structure_arrays *w, syntax *s, known_value k)
{
    if (!s || s->kind == SYNTAX_SIZEOF)
        return;
    if (s->kind == SYNTAX_NAME && s->decl == k.v) {
        *s = *syntax_number_at(w->pass->ctx, s, k.v->type, k.value);
        return;
    }
    for (int i = 0; i < s->child_count; i++)
        put_known(w, (syntax *)syntax_part(s, i), k);
}

/* Numbers for what is known, as long as the statement leaves it as it is; a loop that goes on from
 * there is one of copies. */
static void use_known(expansion *e, known_list *all, syntax *s)
{
    int kept = 0;
    if (syntax_has(s, SYNTAX_LABEL) || syntax_has(s, SYNTAX_CASE))
        all->count = 0; /* control may come from elsewhere */
    for (int i = 0; i < all->count; i++) {
        const known_value k = all->data[i];
        bool sets = syntax_sets(s, k.v);
        if (sets && (s->kind == SYNTAX_FOR || s->kind == SYNTAX_WHILE))
            unroll_values(e, s, k.v, k.value);
        if (!sets)
            put_known(e->w, s, k);
        if (!sets)
            all->data[kept++] = k;
    }
    all->count = kept;
}

static void expand_block(expansion *e, syntax *s)
{
    bool has_returned = false;
    known_list known = {0};
    for (int i = 0; i < e->start_count && s == e->function->body; i++)
        VEC_PUSH(e->w->pass->ctx->arena, &known, ((known_value){e->start[i], e->start_value[i]}));
    for (int i = 0; i < s->child_count; i++) {
        if (has_returned && !syntax_has(s->child[i], SYNTAX_LABEL))
            empty((syntax *)s->child[i]);
        use_known(e, &known, (syntax *)s->child[i]);
        if (is_step(s->child[i]))
            choose_all(e->w, (syntax *)s->child[i]);
        bool is_beyond_all = e->choices && is_step(s->child[i]) && is_beyond(e->w, s->child[i]);
        level_expand(e, (syntax *)s->child[i]);
        note_known(e, &known, s->child[i]);
        has_returned |= is_beyond_all || returns(e->w, s->child[i]);
    }
}

/* Does the loop's head set a variable that tells elements? */
static bool tells_element(const structure_arrays *w, const syntax *s)
{
    const syntax *init = s->child[0];
    const decl *v =
        !init                                                                ? NULL
        : init->kind == SYNTAX_DECLARATION && init->child_count == 1         ? init->child[0]->decl
        : init->kind == SYNTAX_ASSIGN && init->child[0]->kind == SYNTAX_NAME ? init->child[0]->decl
                                                                             : NULL;
    return v && decl_is_integer(v) && w->is_index.data[v->id];
}

void level_expand(expansion *e, syntax *s)
{
    structure_arrays *w = e->w;
    int64_t value;
    if (!s || s->kind == SYNTAX_SIZEOF)
        return;
    if (is_step(s))
        choose_all(w, s);
    if (s->kind == SYNTAX_IF && structure_number(w, s->child[0], &value)) {
        syntax *never = (syntax *)s->child[value ? 2 : 1];
        level_fix(w, s->child[0]);
        if (never)
            empty(never);
    }
    if (s->kind == SYNTAX_FOR &&
        (unroll(e, s) || (tells_element(w, s) && unroll_values(e, s, NULL, 0))))
        return;
    if (e->choices && is_step(s) && is_beyond(w, s)) { /* then it is never executed */
        s->is_beyond = true;
        empty(s);
        return;
    }
    if (s->kind == SYNTAX_BLOCK) {
        expand_block(e, s);
        return;
    }
    int64_t decided;
    bool is_choice = (s->kind == SYNTAX_IF && !structure_number(w, s->child[0], &decided)) ||
                     s->kind == SYNTAX_SWITCH || s->kind == SYNTAX_FOR || s->kind == SYNTAX_WHILE ||
                     s->kind == SYNTAX_DO;
    e->choices += is_choice;
    for (int i = 0; i < s->child_count; i++)
        level_expand(e, (syntax *)syntax_part(s, i));
    e->choices -= is_choice;
    if (s->kind == SYNTAX_CALL)
        level_specialise(e, s);
}

/* From the functions that get no numbers to the others by calls; then those that get none here. */
void structure_unroll(structure_arrays *w)
{
    const c_program *source = w->pass->source;
    const int count = source->function_count;
    decl **functions =
        arena_copy(w->pass->ctx->arena, source->functions, (size_t)count * sizeof *functions);
    level_find_variables(w);
    structure_tally_all(w);
    for (int i = 0; i < count; i++) {
        expansion e = {.w = w, .function = functions[i]};
        if (!level_gets_numbers(w, functions[i]))
            level_expand(&e, (syntax *)functions[i]->body);
    }
    level_empty_functions(w);
    for (int i = 0; i < count; i++) {
        expansion e = {.w = w, .function = functions[i]};
        if (!level_gets_numbers(w, functions[i]) || !functions[i]->body->child_count)
            continue;
        level_text_of(w, functions[i]); /* its forms have that, and not what is made of it here */
        level_expand(&e, (syntax *)functions[i]->body);
    }
    level_empty_functions(w);
}
