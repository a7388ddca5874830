/* Loops over elements, and how far they go: value/structure_unroll.h. */

#include "frontend/value/structure_clone.h"
#include "frontend/value/structure_unroll.h"

/* --- Loops ------------------------------------------------------------------------------------ */

bool level_is_name(const syntax *s, const decl *d)
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
    bool is_right = s && s->kind == SYNTAX_BINARY && level_is_name(s->child[1], l->v);
    if (!s || s->kind != SYNTAX_BINARY || (!is_right && !level_is_name(s->child[0], l->v)))
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
        !level_is_name(old->child[0], l->v) || test->op != OPERATOR_GT)
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
    if (!s || s->child_count < 1 || !level_is_name(s->child[0], l->v))
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

bool level_has_address(const syntax *s, const decl *d)
{
    if (s && s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS && level_is_name(s->child[0], d))
        return true;
    for (int i = 0; s && i < s->child_count; i++)
        if (level_has_address(syntax_part(s, i), d))
            return true;
    return false;
}

/* Is a variable declared in it that lasts, and that each copy would have one of? */
bool level_has_static(const syntax *s)
{
    for (int i = 0; s && i < s->child_count; i++)
        if ((s->kind == SYNTAX_DECLARATION && s->child[i]->decl->is_static) ||
            level_has_static(s->child[i]))
            return true;
    return false;
}

/* Is a member of that name set, there or by what it calls? */
static bool sets_member(const structure_arrays *w, const syntax *s, const char *member,
                        bool *is_seen)
{
    bool is_target =
        s && (s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_ADDRESS));
    const decl *f = s ? level_callee(s) : NULL;
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
        if (!decl_is_integer(d) ||
            (is_own ? syntax_sets(body, d) : w->is_set.data[level_origin(d)->id]))
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

bool level_loop_read(const structure_arrays *w, const syntax *s, level_loop *l)
{
    *l = (level_loop){0};
    const syntax *body = s->child[3];
    if (!body || !read_first(l, s->child[0]) ||
        !(read_countdown(l, s->child[1], s->child[2]) ||
          (read_test(l, s->child[1]) && read_step(w, l, s->child[2]))) ||
        !w->is_index.data[l->v->id] || syntax_sets(body, l->v) ||
        level_has_address(l->v->function->body, l->v) || level_has_static(body) ||
        structure_declares(w->pass->pragmas, body->unit, body->where) || syntax_may_break(body) ||
        syntax_may_continue(body) || syntax_has(body, SYNTAX_LABEL))
        return false;
    l->has_first = structure_number(w, l->first, &l->first_number);
    l->first_number -= l->is_countdown;
    l->has_bound = structure_number(w, l->bound, &l->bound_number);
    return (l->has_first || is_steady(w, l->first, body)) &&
           (l->has_bound || is_steady(w, l->bound, body));
}

/* How many of the children are evaluated whenever `s` is, of an expression. */
int level_certain_parts(const structure_arrays *w, const syntax *s)
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
    const decl *f = level_callee(s);
    if (a) {
        const syntax *index = s->child[1];
        int64_t more = 0;
        bool is_sum = index->kind == SYNTAX_BINARY && level_is_name(index->child[0], r->v) &&
                      (index->op == OPERATOR_ADD || index->op == OPERATOR_SUB) &&
                      structure_number(w, index->child[1], &more);
        more = is_sum && index->op == OPERATOR_SUB ? -more : more;
        if (is_sum || level_is_name(index, r->v))
            reach_of(r, -more, a->count - 1 - more);
    }
    for (int i = 1; f && i < s->child_count && i <= f->formal_count; i++)
        if (level_is_name(s->child[i], r->v) && w->is_index.data[f->formals[i - 1]->id])
            reach_of(r, 0, most_elements(w) - 1);
    bool is_choice = s->kind == SYNTAX_IF || s->kind == SYNTAX_SWITCH;
    for (int i = 0, count = is_choice ? 1 : level_certain_parts(w, s); i < count; i++)
        find_reach(w, syntax_part(s, i), r);
}

/* What is counted: from *first to *last, by l->step. Where no number tells an end, as far as there
 * are elements. */
bool level_loop_count(structure_arrays *w, const level_loop *l, const syntax *body, int64_t *first,
                      int64_t *last)
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
