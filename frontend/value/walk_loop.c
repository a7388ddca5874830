/* Loops that move pointers, or count by one: value/pointer_walk.h. */

#include <string.h>

#include "frontend/value/row_pass.h"
#include "frontend/value/walk_place.h"

/* --- Loops --------------------------------------------------------------------------- */

/* A `for` that counts up by 1. */
typedef struct counting {
    const syntax *counter; /* its name, in the loop */
    const syntax *first;   /* null: 0 */
    const syntax *trips;
    const decl *moved; /* by the third part of the head, before that is changed */
} counting;

static const syntax *step_of(const syntax *s, const decl *d)
{
    if (!s)
        return NULL;
    if (s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA) {
        const syntax *found = step_of(s->child[0], d);
        return found ? found : step_of(s->child[1], d);
    }
    bool is_up =
        s->kind == SYNTAX_UNARY && (s->op == OPERATOR_PRE_INC || s->op == OPERATOR_POST_INC);
    return is_up && syntax_without_casts(s->child[0])->kind == SYNTAX_NAME &&
                   syntax_without_casts(s->child[0])->decl == d
               ? s
               : NULL;
}

/* The value that the head's first part gives the variable. */
static const syntax *begin_of(const syntax *s, const decl *d)
{
    if (!s)
        return NULL;
    if (s->kind == SYNTAX_DECLARATION)
        for (int i = 0; i < s->child_count; i++)
            if (s->child[i]->decl == d)
                return d->init;
    if (s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA) {
        const syntax *found = begin_of(s->child[1], d);
        return found ? found : begin_of(s->child[0], d);
    }
    bool is = s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_NONE &&
              s->child[0]->kind == SYNTAX_NAME && s->child[0]->decl == d;
    return is ? s->child[1] : NULL;
}

/* i < n, i <= n, i != n: n + 1 of the second. */
static const syntax *end_of(walks *w, const syntax *s, const decl *d, bool is_pointer)
{
    bool is_test = s && s->kind == SYNTAX_BINARY &&
                   (s->op == OPERATOR_LT || s->op == OPERATOR_LE || s->op == OPERATOR_NE);
    const syntax *left = is_test ? syntax_without_casts(s->child[0]) : NULL;
    if (!left || left->kind != SYNTAX_NAME || left->decl != d)
        return NULL;
    if (s->op != OPERATOR_LE || is_pointer)
        return s->op == OPERATOR_LE ? NULL : s->child[1];
    return walk_binary(w, OPERATOR_ADD, s->child[1], walk_number(w, s, 1));
}

static bool counts(walks *w, const syntax *s, counting *out)
{
    const syntax *test = s->child[1];
    const syntax *name =
        test && test->kind == SYNTAX_BINARY ? syntax_without_casts(test->child[0]) : NULL;
    const decl *d = name && name->kind == SYNTAX_NAME ? name->decl : NULL;
    const syntax *begin = d ? begin_of(s->child[0], d) : NULL;
    const syntax *end = d ? end_of(w, test, d, false) : NULL;
    if (!begin || !end || !decl_is_integer(d) || !step_of(s->child[2], d) ||
        walk_assigns(s->child[3], d) || walk_is_changed(s, end) ||
        walk_is_changed(s->child[3], begin) || walk_is_in(w, begin) || walk_is_in(w, end))
        return false;
    out->counter = name;
    out->moved = d;
    out->first = row_is_zero(begin) ? NULL : begin;
    out->trips = walk_binary(w, OPERATOR_SUB, end, out->first);
    return true;
}

/* The iteration's number, from 0. */
static const syntax *iteration(walks *w, const counting *c)
{
    return walk_binary(w, OPERATOR_SUB, c->counter, c->first);
}

/* The third part of the head, but for the step of what the loop counts by. */
static void advance(walks *w, syntax *s, const decl *counter)
{
    if (!s || (s->kind == SYNTAX_UNARY && step_of(s, counter)))
        return;
    if (s->kind != SYNTAX_BINARY || s->op != OPERATOR_COMMA) {
        walk_statement(w, s);
        return;
    }
    for (int i = 0; i < 2; i++)
        advance(w, (syntax *)s->child[i], counter);
    walk_shorten(w, s);
}

static void iterate(walks *w, syntax *s, const decl *counter)
{
    if (s->child[3])
        walk_statement(w, (syntax *)s->child[3]);
    advance(w, (syntax *)s->child[2], counter);
}

/* Finds what each iteration adds to the offsets: of pointers that it sets anew nothing is known
 * before it. */
static void find_added(walks *w, syntax *s, const decl *counter, const syntax **added, bool *is_set)
{
    const walk_place *before = walk_kept(w);
    bool was_dry = w->is_dry;
    const syntax **origin = ARENA_ARRAY(w->ctx->arena, w->source->decl_count + 1, const syntax *);
    for (int i = 0; i < w->source->decl_count; i++)
        if (w->at[i].is_known)
            w->at[i].offset = origin[i] = walk_number(w, s, 0);
    w->is_dry = true;
    iterate(w, s, counter);
    w->is_dry = was_dry;
    for (int i = 0; i < w->source->decl_count; i++) {
        if (!before[i].is_known)
            continue;
        const walk_place *at = &w->at[i];
        is_set[i] = !at->is_known ||
                    !walk_is_same(&(walk_place){true, at->base, NULL},
                                  &(walk_place){true, before[i].base, NULL}) ||
                    !walk_added(w, at->offset, origin[i], &added[i]) ||
                    walk_is_changed(s, added[i]) || walk_moves_base(w, s, before[i].base) ||
                    walk_is_changed(s->child[3], before[i].offset);
    }
    walk_restore(w, before);
}

/* May a pointer that begins in a row go on into the next one, which another processor may have?
 * Elements of the row are named in its place. `is_sure`: does it, where numbers tell? */
static bool may_leave_row(const walk_place *from, const syntax *to, bool is_sure)
{
    const syntax *base = from->base;
    int depth = 0;
    int64_t number;
    for (; base->kind == SYNTAX_SUBSCRIPT; depth++)
        base = base->child[0];
    const decl *d = base->kind == SYNTAX_NAME ? base->decl : NULL;
    if (!depth || !d || depth >= d->rank || (!d->extent[depth] && d->count[depth] < 0))
        return false;
    if (from->offset && !walk_is_natural(from->offset, &number))
        return false;
    if (to && walk_is_natural(to, &number) && d->count[depth] >= 0)
        return number > d->count[depth];
    return !is_sure && (!d->extent[depth] || !to || !row_is_same(to, d->extent[depth]));
}

static void loop(walks *w, syntax *s, const counting *c)
{
    int count = w->source->decl_count;
    const syntax **added = ARENA_ARRAY(w->ctx->arena, count + 1, const syntax *);
    bool *is_set = ARENA_ARRAY(w->ctx->arena, count + 1, bool);
    find_added(w, s, c->moved, added, is_set);
    walk_place *after = walk_kept(w);
    const syntax *trips = walk_executed(w, c->trips);
    bool may_leave = syntax_may_break(s->child[3]) || syntax_may_continue(s->child[3]);
    for (int i = 0; i < count; i++) {
        walk_place *at = &w->at[i];
        if (!at->is_known)
            continue;
        if (is_set[i] || (may_leave && added[i])) {
            at->is_known = after[i].is_known = false;
            continue;
        }
        const syntax *end = walk_binary(w, OPERATOR_ADD, at->offset,
                                        walk_binary(w, OPERATOR_MUL, added[i], c->trips));
        if (added[i] && may_leave_row(at, end, true))
            walk_note(w, ROW_TEXT_LOOK, s->child[1], at, NULL, false);
        const syntax *here = walk_binary(w, OPERATOR_MUL, added[i], iteration(w, c));
        at->offset = walk_binary(w, OPERATOR_ADD, at->offset, here);
        after[i].offset = walk_binary(w, OPERATOR_ADD, after[i].offset,
                                      walk_binary(w, OPERATOR_MUL, added[i], trips));
    }
    iterate(w, s, c->moved);
    walk_restore(w, after);
    walk_forget(w, s);
}

/* The integer that the loop counts in place of the pointer. */
static decl *new_counter(walks *w, const decl *pointer, const syntax *at)
{
    decl *d = ARENA_NEW(w->ctx->arena, decl);
    d->kind = DECL_VARIABLE;
    d->name = pointer->name;
    d->where = at->where;
    d->type = d->element = walk_integer_type(w);
    d->element_name = "long";
    d->function = (decl *)w->function;
    d->scope = at->where;
    d->unit = pointer->unit;
    d->is_defined = true;
    d->id = w->source->decl_count + w->added.count;
    if (!w->is_dry)
        VEC_PUSH(w->ctx->arena, &w->added, d);
    return d;
}

/* Does the body move the pointer by one element, whatever happens in it? */
static bool moves_in_body(walks *w, syntax *s, const decl *d)
{
    int count = w->source->decl_count + 1;
    const syntax **added = ARENA_ARRAY(w->ctx->arena, count, const syntax *);
    bool *is_set = ARENA_ARRAY(w->ctx->arena, count, bool);
    if (!w->at[d->id].is_known || syntax_may_break(s->child[3]) || syntax_may_continue(s->child[3]))
        return false;
    find_added(w, s, d, added, is_set);
    const syntax *by = added[d->id];
    return !is_set[d->id] && by && by->kind == SYNTAX_INT && by->value == 1;
}

/* The head that counts in place of that: from `start` on as long as the test, of `stop`, holds. */
static void count_instead(walks *w, syntax *s, const syntax *name, const syntax *start,
                          const syntax *stop, syntax_op op)
{
    const c_type *type = name->decl->type;
    syntax *set = walk_node(w, SYNTAX_ASSIGN, s, type);
    syntax *ask = walk_node(w, SYNTAX_BINARY, s, type);
    syntax *up = walk_node(w, SYNTAX_UNARY, s, type);
    set->child_count = ask->child_count = 2;
    up->child_count = 1;
    set->child[0] = ask->child[0] = up->child[0] = name;
    set->child[1] = start;
    ask->child[1] = stop;
    ask->op = op;
    up->op = OPERATOR_POST_INC;
    s->child[0] = set;
    s->child[1] = ask;
    s->child[2] = up;
}

/* Does a part of a head do nothing but set and move pointers that are known? */
static bool is_of_pointers(const walks *w, const syntax *s)
{
    if (!s || s->kind == SYNTAX_EMPTY)
        return true;
    if (s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA)
        return is_of_pointers(w, s->child[0]) && is_of_pointers(w, s->child[1]);
    bool is = s->kind == SYNTAX_DECLARATION;
    for (int i = 0; is && i < s->child_count; i++) {
        const decl *d = s->child[i]->decl;
        is = w->is_walker[d->id] && !w->has_failed[d->id];
    }
    return is || ((s->kind == SYNTAX_ASSIGN || s->kind == SYNTAX_UNARY) && walk_of(w, s->child[0]));
}

/* for (p = a; p < a + N; p++), and while (p < end) with one p++ in its body. */
static bool loop_by_pointer(walks *w, syntax *s)
{
    const syntax *test = s->child[1];
    const decl *d = test && test->kind == SYNTAX_BINARY ? walk_of(w, test->child[0]) : NULL;
    const syntax *end = d ? end_of(w, test, d, true) : NULL;
    const bool in_head = d && step_of(s->child[2], d);
    bool is_pure = is_of_pointers(w, s->child[0]) && is_of_pointers(w, s->child[2]);
    walk_place from, to;
    if (!end || (in_head ? walk_assigns(s->child[3], d) : s->child[2] != NULL))
        return false;
    if (s->child[0] && s->child[0]->kind == SYNTAX_DECLARATION)
        walk_declaration(w, (syntax *)s->child[0]);
    else if (s->child[0])
        walk_statement(w, (syntax *)s->child[0]);
    if (!in_head && !moves_in_body(w, s, d))
        return false;
    from = w->at[d->id];
    if (!from.is_known || !walk_place_of(w, end, &to) || walk_is_changed(s, to.offset) ||
        walk_is_changed(s->child[2], end) || walk_is_changed(s->child[3], end) ||
        !walk_is_same(&(walk_place){true, from.base, NULL}, &(walk_place){true, to.base, NULL})) {
        w->has_failed[d->id] = true;
        return true;
    }
    decl *counter = new_counter(w, d, s);
    syntax *name = walk_node(w, SYNTAX_NAME, s, counter->type);
    name->decl = counter;
    const syntax *start = walk_or_zero(w, from.offset, s), *stop = walk_or_zero(w, to.offset, s);
    counting c = {name, from.offset, walk_binary(w, OPERATOR_SUB, stop, from.offset),
                  w->is_dry ? d : counter};
    /* The text's counter is called as the pointer is, which hides an array of that name. */
    is_pure &= d->kind != DECL_FORMAL && !may_leave_row(&from, stop, false);
    walk_note(w, is_pure ? ROW_TEXT_HEAD : ROW_TEXT_LOOK, test, &from, NULL, false);
    w->at[d->id].is_known = false;
    const syntax *step = s->child[2];
    if (!w->is_dry) {
        count_instead(w, s, name, start, stop, test->op);
        if (step && step->kind == SYNTAX_BINARY) {
            syntax *list = arena_copy(w->ctx->arena, step, sizeof *list);
            bool is_second = step_of(step->child[1], d) == step->child[1];
            list->child = ARENA_ARRAY(w->ctx->arena, 2, const syntax *);
            list->child[0] = is_second ? step->child[0] : s->child[2];
            list->child[1] = is_second ? s->child[2] : step->child[1];
            s->child[2] = list;
        }
    }
    w->at[d->id] = in_head ? (walk_place){true, from.base, name} : from;
    loop(w, s, &c);
    w->at[d->id] = (walk_place){true, to.base, walk_left_at(w, from.offset, to.offset, s)};
    return true;
}

/* --- while --- */

/* n-- as a value, or n-- > 0: the variable; null: it is another test. */
static const decl *counted_down(const syntax *test)
{
    const bool is_above = test->kind == SYNTAX_BINARY &&
                          (test->op == OPERATOR_GT || test->op == OPERATOR_NE) &&
                          row_is_zero(test->child[1]);
    const syntax *s = syntax_without_casts(is_above ? test->child[0] : test);
    const syntax *name = s->kind == SYNTAX_UNARY && s->op == OPERATOR_POST_DEC
                             ? syntax_without_casts(s->child[0])
                             : NULL;
    const decl *d = name && name->kind == SYNTAX_NAME ? name->decl : NULL;
    return d && decl_is_integer(d) && !d->is_static && d->function ? d : NULL;
}

static int times_named(const syntax *s, const decl *d)
{
    int count = s && s->kind == SYNTAX_NAME && s->decl == d;
    for (int i = 0; s && i < s->child_count; i++)
        count += times_named(syntax_part(s, i), d);
    return count;
}

/* Is the loop the last that looks at the variable, and executed once for each value that it has
 * before? *seen: the loop has been come by. */
static bool is_last_look(const syntax *s, const syntax *loop, const decl *d, bool in_loop,
                         bool *seen)
{
    if (!s)
        return true;
    if (s == loop) {
        *seen = true;
        return !in_loop;
    }
    if (*seen && times_named(s, d))
        return false;
    in_loop |= syntax_is_loop(s);
    for (int i = 0; i < s->child_count; i++)
        if (!is_last_look(syntax_part(s, i), loop, d, in_loop, seen))
            return false;
    return true;
}

/* A pointer that the loop moves from a place that is known; null: none. */
static const decl *moved_here(const walks *w, const syntax *body)
{
    for (int i = 0; i < w->source->decl_count; i++)
        if (w->at[i].is_known && walk_assigns(body, w->source->decls[i]))
            return w->source->decls[i];
    return NULL;
}

/* while (n-- > 0) *p++ = 0; n times, where nothing looks at n afterwards. */
static bool loop_downwards(walks *w, syntax *s)
{
    const syntax *test = s->child[1];
    const decl *d = counted_down(test);
    const decl *moved = moved_here(w, s->child[3]);
    bool seen = false;
    if (!d || !moved || times_named(test, d) != 1 || times_named(s->child[3], d) ||
        !is_last_look(w->function->body, w->loop, d, false, &seen) || !seen)
        return false;
    decl *counter = new_counter(w, moved, s);
    syntax *name = walk_node(w, SYNTAX_NAME, s, counter->type);
    syntax *times = walk_node(w, SYNTAX_NAME, s, d->type);
    name->decl = counter;
    times->decl = (decl *)d;
    counting c = {name, NULL, times, counter};
    walk_note(w, moved->kind == DECL_FORMAL ? ROW_TEXT_LOOK : ROW_TEXT_HEAD, test,
              &w->at[moved->id], NULL, false);
    if (!w->is_dry)
        count_instead(w, s, name, walk_number(w, s, 0), times, OPERATOR_LT);
    loop(w, s, &c);
    return true;
}

void walk_while(walks *w, syntax *s)
{
    syntax *as_for = arena_copy(w->ctx->arena, s, sizeof *s);
    as_for->kind = SYNTAX_FOR;
    as_for->child_count = 4;
    as_for->child = ARENA_ARRAY(w->ctx->arena, 4, const syntax *);
    as_for->child[1] = s->child[0];
    as_for->child[3] = s->child[1];
    w->loop = s;
    if (loop_by_pointer(w, as_for) || loop_downwards(w, as_for)) {
        if (!w->is_dry)
            *s = *as_for;
        return;
    }
    walk_fail(w, s);
    walk_forget(w, s);
}

void walk_for(walks *w, syntax *s)
{
    counting c;
    if (!walk_is_in(w, s)) {
        walk_forget(w, s);
        return;
    }
    if (loop_by_pointer(w, s))
        return;
    if (!counts(w, s, &c)) {
        walk_fail(w, s);
        walk_forget(w, s);
        return;
    }
    if (s->child[0])
        walk_statement(w, (syntax *)s->child[0]);
    loop(w, s, &c);
}
