/* Subscripts of arrays of structures become numbers: value/structure_array.h. */

#include "frontend/value/structure_unroll.h"

#include <string.h>

#include "frontend/value/syntax_copy.h"

/* So many copies of bodies and functions there may be, and so many of one loop. */
enum { COPIES_MOST = 256, ITERATIONS_MOST = 64 };

/* --- Numbers ---------------------------------------------------------------------------------- */

static bool fold_unary(syntax_op op, int64_t a, int64_t *value)
{
    *value = op == OPERATOR_NEGATE ? -a : op == OPERATOR_COMPLEMENT ? ~a : !a;
    return op == OPERATOR_NEGATE || op == OPERATOR_COMPLEMENT || op == OPERATOR_NOT;
}

static bool fold_binary(syntax_op op, int64_t a, int64_t b, int64_t *value)
{
    bool is_small = a > -INT32_MAX && a < INT32_MAX && b > -INT32_MAX && b < INT32_MAX;
    bool shifts = op == OPERATOR_SHL || op == OPERATOR_SHR;
    if (!is_small || ((op == OPERATOR_DIV || op == OPERATOR_REM) && b == 0) ||
        (shifts && (a < 0 || b < 0 || b > 31)))
        return false;
    switch ((int)op) {
    case OPERATOR_ADD:
        *value = a + b;
        return true;
    case OPERATOR_SUB:
        *value = a - b;
        return true;
    case OPERATOR_MUL:
        *value = a * b;
        return true;
    case OPERATOR_DIV:
        *value = a / b;
        return true;
    case OPERATOR_REM:
        *value = a % b;
        return true;
    case OPERATOR_SHL:
        *value = a << b;
        return true;
    case OPERATOR_SHR:
        *value = a >> b;
        return true;
    case OPERATOR_LT:
        *value = a < b;
        return true;
    case OPERATOR_LE:
        *value = a <= b;
        return true;
    case OPERATOR_GT:
        *value = a > b;
        return true;
    case OPERATOR_GE:
        *value = a >= b;
        return true;
    case OPERATOR_EQ:
        *value = a == b;
        return true;
    case OPERATOR_NE:
        *value = a != b;
        return true;
    case OPERATOR_LOGICAL_AND:
        *value = a && b;
        return true;
    case OPERATOR_LOGICAL_OR:
        *value = a || b;
        return true;
    }
    return false;
}

static const decl *origin_of(const decl *d)
{
    return d->origin ? d->origin : d;
}

static bool number_before_conversions(const structure_arrays *w, const syntax *s, int64_t *value)
{
    enum { DEPTH_MOST = 16 };
    int64_t a, b;
    for (int depth = 0; s && depth < DEPTH_MOST; depth++) {
        const decl *d = s->kind == SYNTAX_NAME ? s->decl : NULL;
        if (s->kind == SYNTAX_INT) {
            *value = s->value;
            return true;
        }
        if (d && d->kind == DECL_ENUMERATOR) {
            *value = d->value;
            return true;
        }
        if (s->kind == SYNTAX_UNARY)
            return structure_number(w, s->child[0], &a) && fold_unary(s->op, a, value);
        if (s->kind == SYNTAX_BINARY) {
            bool is_first = structure_number(w, s->child[0], &a);
            bool ends = (s->op == OPERATOR_LOGICAL_AND && is_first && !a) ||
                        (s->op == OPERATOR_LOGICAL_OR && is_first && a);
            *value = s->op == OPERATOR_LOGICAL_OR;
            return ends || (is_first && structure_number(w, s->child[1], &b) &&
                            fold_binary(s->op, a, b, value));
        }
        /* A variable that keeps what it is declared with. */
        bool is_kept = d && decl_is_integer(d) && d->kind == DECL_VARIABLE && d->init &&
                       !w->is_set.data[origin_of(d)->id] && !decl_is_changed_elsewhere(d) &&
                       !d->type->is_volatile;
        if (!is_kept || d->init->converted)
            return false;
        s = d->init;
    }
    return false;
}

bool structure_number(const structure_arrays *w, const syntax *s, int64_t *value)
{
    if (!number_before_conversions(w, s, value))
        return false;
    for (const conversion *c = s->converted; c; c = c->next)
        if (c->type->kind != TYPE_INT || c->type->bytes < 4 || *value < 0 || *value > INT32_MAX)
            return false;
    return true;
}

/* Macros in what has decided. */
static void fix(structure_arrays *w, const syntax *s)
{
    if (!s)
        return;
    if (s->macro)
        VEC_PUSH(w->pass->ctx->arena, &w->fixed, ((c_condition){s->macro, s->where}));
    for (int i = 0; i < s->child_count; i++)
        fix(w, s->child[i]);
}

/* --- Which variables tell elements ------------------------------------------------------------ */

structure_array *structure_array_of(structure_arrays *w, const syntax *s)
{
    if (s->kind != SYNTAX_SUBSCRIPT)
        return NULL;
    const syntax *base = s->child[0];
    for (int i = 0; i < w->all.count; i++) {
        structure_array *a = &w->all.data[i];
        bool is_member = a->member && base->kind == SYNTAX_MEMBER && base->member == a->member;
        if (is_member && s->type && s->type->kind == TYPE_RECORD &&
            s->type->bytes == a->d->element->bytes)
            return a;
        if (!a->member && base->kind == SYNTAX_NAME && a->d == base->decl)
            return a;
    }
    return NULL;
}

static bool note_names(structure_arrays *w, bool_list *known, const syntax *s)
{
    bool has_changed = false;
    const decl *d = s && s->kind == SYNTAX_NAME ? s->decl : NULL;
    if (d && decl_is_integer(d) && !known->data[d->id])
        has_changed = known->data[d->id] = true;
    for (int i = 0; s && i < s->child_count; i++)
        has_changed |= note_names(w, known, s->child[i]);
    return has_changed;
}

static const decl *callee_of(const syntax *s)
{
    const decl *f = s->kind == SYNTAX_CALL && syntax_callee_name(s) ? s->child[0]->decl : NULL;
    return f && f->body ? f : NULL;
}

static bool is_known_name(const bool_list *known, const syntax *s)
{
    return s->kind == SYNTAX_NAME && s->decl && decl_is_integer(s->decl) &&
           known->data[s->decl->id];
}

/* Of the form l, l + 1: a name that is known. */
static bool is_near_known(const bool_list *known, const syntax *s)
{
    bool is_sum = s->kind == SYNTAX_BINARY && (s->op == OPERATOR_ADD || s->op == OPERATOR_SUB) &&
                  s->child[1]->kind == SYNTAX_INT;
    return is_known_name(known, is_sum ? s->child[0] : s);
}

/* What goes into variables that are known: has another variable been found? */
static bool find_sources(structure_arrays *w, bool_list *known, const syntax *s)
{
    bool has_changed = false;
    if (!s || s->kind == SYNTAX_SIZEOF)
        return false;
    const decl *f = callee_of(s);
    if (structure_array_of(w, s))
        has_changed |= note_names(w, known, s->child[1]);
    bool compares = known == &w->is_number && s->kind == SYNTAX_BINARY && s->op >= OPERATOR_LT &&
                    s->op <= OPERATOR_NE;
    for (int i = 0; compares && i < 2; i++)
        if (is_near_known(known, s->child[i]))
            has_changed |= note_names(w, known, s->child[1 - i]);
    if (s->kind == SYNTAX_ASSIGN && is_known_name(known, s->child[0]))
        has_changed |= note_names(w, known, s->child[1]);
    for (int i = 1; f && i < s->child_count && i <= f->formal_count; i++)
        if (known->data[f->formals[i - 1]->id])
            has_changed |= note_names(w, known, s->child[i]);
    for (int i = 0; i < s->child_count; i++) {
        const syntax *part = syntax_part(s, i);
        if (s->kind == SYNTAX_DECLARATION && part && is_known_name(known, s->child[i]))
            has_changed |= note_names(w, known, part);
        has_changed |= find_sources(w, known, part);
    }
    return has_changed;
}

static void find_set(structure_arrays *w, const syntax *s)
{
    bool sets =
        s && (s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_ADDRESS));
    if (sets && s->child[0]->kind == SYNTAX_NAME && s->child[0]->decl)
        w->is_set.data[s->child[0]->decl->id] = true;
    for (int i = 0; s && i < s->child_count; i++)
        find_set(w, syntax_part(s, i));
}

static void find_all(structure_arrays *w)
{
    const c_program *source = w->pass->source;
    bool_list *const lists[] = {&w->is_index, &w->is_number};
    for (int k = 0; k < 2; k++) {
        bool has_changed = true;
        while (has_changed) {
            has_changed = false;
            for (int i = 0; i < source->function_count; i++)
                has_changed |= find_sources(w, lists[k], source->functions[i]->body);
        }
    }
    for (int i = 0; i < source->function_count; i++)
        find_set(w, source->functions[i]->body);
}

/* What is known of a declaration holds for its copies. */
static void know_copies(structure_arrays *w)
{
    const c_program *source = w->pass->source;
    arena *a = w->pass->ctx->arena;
    for (int i = w->is_number.count; i < source->decl_count; i++) {
        const decl *d = origin_of(source->decls[i]);
        bool_list *const lists[] = {&w->is_index, &w->is_number, &w->is_set, &w->is_named};
        for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
            bool is = lists[k]->data[d->id];
            VEC_PUSH(a, lists[k], is);
        }
    }
}

/* --- Loops ------------------------------------------------------------------------------------ */

/* for (v = first; v < bound; v += step), and what numbers say of it. */
typedef struct level_loop {
    const decl *v;
    const syntax *first, *bound;
    syntax_op test; /* v test bound */
    int step;
    bool has_first, has_bound;
    bool is_countdown; /* the body sees one less than the test */
    int64_t first_number, bound_number;
} level_loop;

static bool is_name_of(const syntax *s, const decl *d)
{
    return s->kind == SYNTAX_NAME && s->decl == d;
}

static bool read_first(level_loop *l, const syntax *s)
{
    if (!s)
        return false;
    if (s->kind == SYNTAX_DECLARATION && s->child_count == 1) {
        l->v = s->child[0]->decl;
        l->first = l->v->init;
    } else if (s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_NONE &&
               s->child[0]->kind == SYNTAX_NAME) {
        l->v = s->child[0]->decl;
        l->first = s->child[1];
    }
    return l->first && l->v && decl_is_integer(l->v) && l->v->function && !l->v->is_static;
}

static bool read_test(level_loop *l, const syntax *s)
{
    static const syntax_op turned[][2] = {{OPERATOR_LT, OPERATOR_GT},
                                          {OPERATOR_GT, OPERATOR_LT},
                                          {OPERATOR_LE, OPERATOR_GE},
                                          {OPERATOR_GE, OPERATOR_LE},
                                          {OPERATOR_NE, OPERATOR_NE}};
    bool is_right = s && s->kind == SYNTAX_BINARY && is_name_of(s->child[1], l->v);
    if (!s || s->kind != SYNTAX_BINARY || (!is_right && !is_name_of(s->child[0], l->v)))
        return false;
    l->bound = s->child[!is_right];
    for (size_t i = 0; i < sizeof turned / sizeof *turned; i++)
        if (s->op == turned[i][0])
            l->test = turned[i][is_right];
    return l->test != OPERATOR_NONE;
}

/* v-- > bound, and nothing after the body: v >= bound, from one less on. */
static bool read_countdown(level_loop *l, const syntax *test, const syntax *increment)
{
    const syntax *old = test && test->kind == SYNTAX_BINARY ? test->child[0] : NULL;
    if (increment || !old || old->kind != SYNTAX_UNARY || old->op != OPERATOR_POST_DEC ||
        !is_name_of(old->child[0], l->v) || test->op != OPERATOR_GT)
        return false;
    l->bound = test->child[1];
    l->test = OPERATOR_GE;
    l->step = -1;
    l->is_countdown = true;
    return true;
}

static bool read_step(const structure_arrays *w, level_loop *l, const syntax *s)
{
    int64_t step = 0;
    if (!s || s->child_count < 1 || !is_name_of(s->child[0], l->v))
        return false;
    if (s->kind == SYNTAX_UNARY && (s->op == OPERATOR_PRE_INC || s->op == OPERATOR_POST_INC))
        step = 1;
    else if (s->kind == SYNTAX_UNARY && (s->op == OPERATOR_PRE_DEC || s->op == OPERATOR_POST_DEC))
        step = -1;
    else if (s->kind == SYNTAX_ASSIGN && (s->op == OPERATOR_ADD || s->op == OPERATOR_SUB) &&
             structure_number(w, s->child[1], &step))
        step = s->op == OPERATOR_SUB ? -step : step;
    if (step == 0 || step > ITERATIONS_MOST || step < -ITERATIONS_MOST)
        return false;
    l->step = (int)step;
    bool is_up = l->test == OPERATOR_LT || l->test == OPERATOR_LE;
    return l->test == OPERATOR_NE ? step == 1 || step == -1 : is_up == (step > 0);
}

static bool sets(const syntax *s, const decl *d)
{
    bool is_target =
        s && (s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_ADDRESS));
    if (is_target && is_name_of(s->child[0], d))
        return true;
    for (int i = 0; s && i < s->child_count; i++)
        if (sets(syntax_part(s, i), d))
            return true;
    return false;
}

static bool has_address(const syntax *s, const decl *d)
{
    if (s && s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS && is_name_of(s->child[0], d))
        return true;
    for (int i = 0; s && i < s->child_count; i++)
        if (has_address(syntax_part(s, i), d))
            return true;
    return false;
}

/* Is a variable declared in it that lasts, and that each copy would have one of? */
static bool has_static(const syntax *s)
{
    for (int i = 0; s && i < s->child_count; i++)
        if ((s->kind == SYNTAX_DECLARATION && s->child[i]->decl->is_static) ||
            has_static(s->child[i]))
            return true;
    return false;
}

/* Is a member of that name set, there or by what it calls? */
static bool sets_member(const structure_arrays *w, const syntax *s, const char *member,
                        bool *is_seen)
{
    bool is_target =
        s && (s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_ADDRESS));
    const decl *f = s ? callee_of(s) : NULL;
    if (is_target && s->child[0]->kind == SYNTAX_MEMBER && s->child[0]->member == member)
        return true;
    if (f && !is_seen[f->id]) {
        is_seen[f->id] = true;
        if (sets_member(w, f->body, member, is_seen))
            return true;
    }
    for (int i = 0; s && i < s->child_count; i++)
        if (sets_member(w, syntax_part(s, i), member, is_seen))
            return true;
    return false;
}

static bool is_plain_base(const syntax *s)
{
    return s->kind == SYNTAX_NAME || (s->kind == SYNTAX_MEMBER && is_plain_base(s->child[0]));
}

/* Does it stay what it is while the body is executed? */
static bool is_steady(const structure_arrays *w, const syntax *s, const syntax *body)
{
    const decl *d = s->kind == SYNTAX_NAME ? s->decl : NULL;
    if (d && d->kind != DECL_ENUMERATOR) {
        bool is_own = d->function && !d->is_static;
        if (!decl_is_integer(d) || (is_own ? sets(body, d) : w->is_set.data[origin_of(d)->id]))
            return false;
    }
    if (s->kind == SYNTAX_MEMBER)
        return s->type && s->type->kind == TYPE_INT && is_plain_base(s->child[0]) &&
               !sets_member(w, body, s->member,
                            ARENA_ARRAY(w->pass->ctx->arena, w->pass->source->decl_count, bool));
    if (!d && s->kind != SYNTAX_INT && s->kind != SYNTAX_BINARY && s->kind != SYNTAX_UNARY)
        return false;
    for (int i = 0; i < s->child_count; i++)
        if (!is_steady(w, s->child[i], body))
            return false;
    return true;
}

static bool read_loop(const structure_arrays *w, const syntax *s, level_loop *l)
{
    *l = (level_loop){0};
    const syntax *body = s->child[3];
    if (!body || !read_first(l, s->child[0]) ||
        !(read_countdown(l, s->child[1], s->child[2]) ||
          (read_test(l, s->child[1]) && read_step(w, l, s->child[2]))) ||
        !w->is_index.data[l->v->id] || sets(body, l->v) ||
        has_address(l->v->function->body, l->v) || has_static(body) || syntax_may_break(body) ||
        syntax_may_continue(body) || syntax_has(body, SYNTAX_LABEL))
        return false;
    l->has_first = structure_number(w, l->first, &l->first_number);
    l->first_number -= l->is_countdown;
    l->has_bound = structure_number(w, l->bound, &l->bound_number);
    return (l->has_first || is_steady(w, l->first, body)) &&
           (l->has_bound || is_steady(w, l->bound, body));
}

/* How many of the children are evaluated whenever `s` is, of an expression. */
static int certain_parts(const structure_arrays *w, const syntax *s)
{
    int64_t value;
    bool is_and = s->kind == SYNTAX_BINARY && s->op == OPERATOR_LOGICAL_AND;
    bool is_or = s->kind == SYNTAX_BINARY && s->op == OPERATOR_LOGICAL_OR;
    if ((is_and || is_or) && structure_number(w, s->child[0], &value))
        return (value != 0) == is_and ? 2 : 1;
    return is_and || is_or || s->kind == SYNTAX_CONDITIONAL ? 1 : s->child_count;
}

/* The values of `v` with which all elements are there that an iteration names for sure. */
typedef struct level_reach {
    const decl *v;
    bool is_known;
    int64_t least, most;
} level_reach;

static void reach_of(level_reach *r, int64_t least, int64_t most)
{
    r->least = !r->is_known || least > r->least ? least : r->least;
    r->most = !r->is_known || most < r->most ? most : r->most;
    r->is_known = true;
}

static int64_t most_elements(const structure_arrays *w)
{
    int64_t most = 0;
    for (int i = 0; i < w->all.count; i++)
        most = w->all.data[i].count > most ? w->all.data[i].count : most;
    return most;
}

static void find_reach(structure_arrays *w, const syntax *s, level_reach *r)
{
    if (!s || s->kind == SYNTAX_SIZEOF)
        return;
    structure_array *a = structure_array_of(w, s);
    const decl *f = callee_of(s);
    if (a) {
        const syntax *index = s->child[1];
        int64_t more = 0;
        bool is_sum = index->kind == SYNTAX_BINARY && is_name_of(index->child[0], r->v) &&
                      (index->op == OPERATOR_ADD || index->op == OPERATOR_SUB) &&
                      structure_number(w, index->child[1], &more);
        more = is_sum && index->op == OPERATOR_SUB ? -more : more;
        if (is_sum || is_name_of(index, r->v))
            reach_of(r, -more, a->count - 1 - more);
    }
    for (int i = 1; f && i < s->child_count && i <= f->formal_count; i++)
        if (is_name_of(s->child[i], r->v) && w->is_index.data[f->formals[i - 1]->id])
            reach_of(r, 0, most_elements(w) - 1);
    bool is_choice = s->kind == SYNTAX_IF || s->kind == SYNTAX_SWITCH;
    for (int i = 0, count = is_choice ? 1 : certain_parts(w, s); i < count; i++)
        find_reach(w, syntax_part(s, i), r);
}

/* What is counted: from *first to *last, by l->step. Where no number tells an end, as far as there
 * are elements. */
static bool find_iterations(structure_arrays *w, const level_loop *l, const syntax *body,
                            int64_t *first, int64_t *last)
{
    bool is_up = l->step > 0, is_strict = l->test != OPERATOR_LE && l->test != OPERATOR_GE;
    level_reach reach = {.v = l->v};
    bool is_whole = l->has_first && l->has_bound;
    if (!is_whole)
        find_reach(w, body, &reach);
    if (!is_whole && ((l->step != 1 && l->step != -1) || !reach.is_known))
        return false;
    int64_t least = reach.least, most = reach.most;
    *first = l->has_first ? l->first_number : is_up ? least : most;
    *last = l->has_bound ? l->bound_number - (is_strict ? is_up ? 1 : -1 : 0)
            : is_up      ? most
                         : least;
    if (!is_whole && is_up) {
        *first = *first < least ? least : *first;
        *last = *last > most ? most : *last;
    } else if (!is_whole) {
        *first = *first > most ? most : *first;
        *last = *last < least ? least : *last;
    }
    int64_t count = (*last - *first) / l->step + 1;
    return count <= ITERATIONS_MOST && w->copies + (count > 0 ? count : 0) <= COPIES_MOST;
}

static syntax *new_binary(structure_arrays *w, const syntax *at, syntax_op op, const syntax *a,
                          const syntax *b)
{
    arena *ar = w->pass->ctx->arena;
    syntax *s = ARENA_NEW(ar, syntax);
    *s = (syntax){.kind = SYNTAX_BINARY,
                  .op = op,
                  .type = at->type,
                  .where = at->where,
                  .unit = at->unit,
                  .child_count = 2,
                  .child = ARENA_ARRAY(ar, 2, const syntax *)};
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
    arena *a = w->pass->ctx->arena;
    syntax *s = ARENA_NEW(a, syntax);
    if (!guard)
        return body;
    *s = (syntax){.kind = SYNTAX_IF,
                  .where = body->where,
                  .unit = body->unit,
                  .is_copy = true,
                  .child_count = 3,
                  .child = ARENA_ARRAY(a, 3, const syntax *)};
    s->child[0] = guard;
    s->child[1] = body;
    return s;
}

typedef struct expansion {
    structure_arrays *w;
    const decl *function;
    int choices; /* around, that numbers do not decide */
} expansion;

static void expand(expansion *e, syntax *s);

static const syntax *copy_body(expansion *e, const level_loop *l, const syntax *body, int64_t k,
                               bool is_guarded)
{
    structure_arrays *w = e->w;
    syntax_copying c = syntax_copy_begin(w->pass->ctx, w->pass->source);
    c.number_count = 1;
    c.variable = &l->v;
    c.number = &k;
    syntax *copy = syntax_copy_scope(&c, e->function, body);
    know_copies(w);
    copy->copy = ++w->copies;
    copy->iteration = k;
    e->choices += is_guarded;
    expand(e, copy);
    e->choices -= is_guarded;
    return copy;
}

/* After a loop whose variable is seen there. */
static const syntax *last_value(structure_arrays *w, const syntax *s, const level_loop *l,
                                int64_t count)
{
    fp_context *ctx = w->pass->ctx;
    bool is_whole = l->has_first && l->has_bound;
    const syntax *value =
        is_whole ? syntax_number_at(ctx, s->child[0], l->v->type, l->first_number + count * l->step)
                 : l->bound;
    syntax *set = arena_copy(ctx->arena, s->child[0], sizeof *set);
    set->is_implied = true;
    set->child = ARENA_ARRAY(ctx->arena, 2, const syntax *);
    set->child[0] = s->child[0]->child[0];
    set->child[1] = value;
    return set;
}

/* Makes copies of the body of a loop over elements, as long as its form is plain. */
static bool unroll(expansion *e, syntax *s)
{
    structure_arrays *w = e->w;
    arena *a = w->pass->ctx->arena;
    level_loop l;
    int64_t first, last;
    if (!read_loop(w, s, &l) || !find_iterations(w, &l, s->child[3], &first, &last))
        return false;
    int64_t count = (last - first) / l.step + 1;
    count = count > 0 && (l.step > 0 ? first <= last : first >= last) ? count : 0;
    bool is_seen = s->child[0]->kind != SYNTAX_DECLARATION;
    bool is_strict = l.test != OPERATOR_LE && l.test != OPERATOR_GE;
    if (is_seen && (l.is_countdown || (!is_strict && !(l.has_first && l.has_bound))))
        return false; /* what it holds after the loop is no part of the text */
    const syntax **child = ARENA_ARRAY(a, count + 4, const syntax *);
    memcpy(child, s->child, 3 * sizeof *child);
    fix(w, l.first);
    fix(w, l.bound);
    int n = 3;
    for (int64_t i = 0; i < count; i++) {
        int64_t k = first + i * l.step;
        const syntax *guard = guard_of(w, s, &l, k);
        child[n++] = guarded(w, guard, copy_body(e, &l, s->child[3], k, guard != NULL));
    }
    if (is_seen)
        child[n++] = last_value(w, s, &l, count);
    s->kind = SYNTAX_COPIES;
    s->is_open = !l.has_first || !l.has_bound;
    s->decl = (decl *)l.v;
    s->child = child;
    s->child_count = n;
    return true;
}

/* --- Functions -------------------------------------------------------------------------------- */

/* Is it a number, and only read? */
static bool is_number_formal(const structure_arrays *w, const decl *d)
{
    return decl_is_integer(d) && w->is_number.data[d->id] && !w->is_set.data[origin_of(d)->id];
}

static bool has_own_memory(const structure_arrays *w, const decl *f)
{
    const c_program *source = w->pass->source;
    for (int i = 0; i < source->decl_count; i++)
        if (source->decls[i]->function == f && source->decls[i]->is_static)
            return true;
    return false;
}

static const syntax *text_of(structure_arrays *w, const decl *f)
{
    for (int i = 0; i < w->pristine.count; i++)
        if (w->pristine.data[i].f == f)
            return w->pristine.data[i].body;
    syntax_copying c = syntax_copy_begin(w->pass->ctx, w->pass->source);
    const syntax *body = syntax_copy_tree(&c, f->body);
    VEC_PUSH(w->pass->ctx->arena, &w->pristine, ((pristine_body){f, body}));
    return body;
}

/* For these numbers. Null: there can be none. */
static decl *form_for(const expansion *from, const decl *f, int count, const decl *const *formals,
                      const int64_t *numbers)
{
    structure_arrays *w = from->w;
    fp_context *ctx = w->pass->ctx;
    for (int i = 0; i < w->forms.count; i++) {
        const number_form *one = &w->forms.data[i];
        if (one->of == f && one->count == count &&
            memcmp(one->formal, formals, (size_t)count * sizeof(const decl *)) == 0 &&
            memcmp(one->number, numbers, (size_t)count * sizeof *numbers) == 0)
            return one->form;
    }
    if (w->copies >= COPIES_MOST || has_own_memory(w, f))
        return NULL;
    syntax_copying c = syntax_copy_begin(ctx, w->pass->source);
    c.number_count = count;
    c.variable = formals;
    c.number = numbers;
    decl *form = syntax_copy_function(&c, f, text_of(w, f));
    know_copies(w);
    w->copies++;
    VEC_PUSH(ctx->arena, &w->forms,
             ((number_form){f, form, count,
                            arena_copy(ctx->arena, formals, (size_t)count * sizeof(const decl *)),
                            arena_copy(ctx->arena, numbers, (size_t)count * sizeof *numbers)}));
    expansion e = {.w = w, .function = form, .choices = from->choices};
    expand(&e, (syntax *)form->body);
    return form;
}

/* A call with numbers is one of the function's form for them. */
static void specialise(expansion *e, syntax *call)
{
    structure_arrays *w = e->w;
    const decl *f = callee_of(call), *formals[MAX_RANK];
    int64_t numbers[MAX_RANK];
    int count = 0;
    if (!f || strcmp(f->name, "main") == 0 || f->is_replaceable || f->intrinsic || f->twin_of)
        return;
    for (int i = 0; i < f->formal_count && i + 1 < call->child_count && count < MAX_RANK; i++) {
        if (!is_number_formal(w, f->formals[i]) ||
            !structure_number(w, call->child[i + 1], &numbers[count]))
            continue;
        fix(w, call->child[i + 1]);
        formals[count++] = f->formals[i];
    }
    decl *form = count ? form_for(e, f, count, formals, numbers) : NULL;
    if (form)
        ((syntax *)call->child[0])->decl = form;
}

/* --- Statements ------------------------------------------------------------------------------- */

static void empty(syntax *s)
{
    s->kind = SYNTAX_EMPTY;
    s->child_count = 0;
}

/* Does it name an element that no array has, whenever it is evaluated? */
static bool is_beyond(structure_arrays *w, const syntax *s)
{
    structure_array *a = s ? structure_array_of(w, s) : NULL;
    int64_t k;
    if (a && structure_number(w, s->child[1], &k) && (k < 0 || k >= a->count))
        return true;
    for (int i = 0, count = s ? certain_parts(w, s) : 0; i < count; i++)
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
        fix(w, s->child[0]);
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

static void expand_block(expansion *e, syntax *s)
{
    bool has_returned = false;
    for (int i = 0; i < s->child_count; i++) {
        if (has_returned && !syntax_has(s->child[i], SYNTAX_LABEL))
            empty((syntax *)s->child[i]);
        if (is_step(s->child[i]))
            choose_all(e->w, (syntax *)s->child[i]);
        bool is_beyond_all = e->choices && is_step(s->child[i]) && is_beyond(e->w, s->child[i]);
        expand(e, (syntax *)s->child[i]);
        has_returned |= is_beyond_all || returns(e->w, s->child[i]);
    }
}

static void expand(expansion *e, syntax *s)
{
    structure_arrays *w = e->w;
    int64_t value;
    if (!s || s->kind == SYNTAX_SIZEOF)
        return;
    if (is_step(s))
        choose_all(w, s);
    if (s->kind == SYNTAX_IF && structure_number(w, s->child[0], &value)) {
        syntax *never = (syntax *)s->child[value ? 2 : 1];
        fix(w, s->child[0]);
        if (never)
            empty(never);
    }
    if (s->kind == SYNTAX_FOR && unroll(e, s))
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
        expand(e, (syntax *)syntax_part(s, i));
    e->choices -= is_choice;
    if (s->kind == SYNTAX_CALL)
        specialise(e, s);
}

static bool gets_numbers(const structure_arrays *w, const decl *f)
{
    for (int i = 0; i < f->formal_count; i++)
        if (is_number_formal(w, f->formals[i]))
            return true;
    return false;
}

static bool names(const syntax *s, const decl *f)
{
    if (s && s->kind == SYNTAX_NAME && s->decl == f)
        return true;
    for (int i = 0; s && i < s->child_count; i++)
        if (names(syntax_part(s, i), f))
            return true;
    return false;
}

static bool is_used(const c_program *source, const decl *f)
{
    for (int i = 0; i < source->function_count; i++)
        if (source->functions[i] != f && names(source->functions[i]->body, f))
            return true;
    for (int i = 0; i < source->decl_count; i++)
        if (!source->decls[i]->function && names(source->decls[i]->init, f))
            return true;
    return false;
}

/* Of functions that all have a form of, nothing is executed: they only have the text. */
static void empty_functions(structure_arrays *w)
{
    const c_program *source = w->pass->source;
    bool has_changed = true;
    while (has_changed) {
        has_changed = false;
        for (int i = 0; i < w->forms.count; i++) {
            decl *f = (decl *)w->forms.data[i].of;
            if (!f->body->child_count || is_used(source, f))
                continue;
            syntax *nothing = arena_copy(w->pass->ctx->arena, f->body, sizeof *nothing);
            nothing->child_count = 0;
            f->body = nothing;
            has_changed = true;
        }
    }
}

/* From the functions that get no numbers to the others by calls; then those that get none here. */
void structure_unroll(structure_arrays *w)
{
    const c_program *source = w->pass->source;
    const int count = source->function_count;
    decl **functions =
        arena_copy(w->pass->ctx->arena, source->functions, (size_t)count * sizeof *functions);
    find_all(w);
    for (int i = 0; i < count; i++) {
        expansion e = {.w = w, .function = functions[i]};
        if (!gets_numbers(w, functions[i]))
            expand(&e, (syntax *)functions[i]->body);
    }
    empty_functions(w);
    for (int i = 0; i < count; i++) {
        expansion e = {.w = w, .function = functions[i]};
        if (!gets_numbers(w, functions[i]) || !functions[i]->body->child_count)
            continue;
        text_of(w, functions[i]); /* its forms have that, and not what is made of it here */
        expand(&e, (syntax *)functions[i]->body);
    }
    empty_functions(w);
}
