/* Integers that count the elements as they are set up, as in
 *
 *     mg->nl = 0;
 *     for (int m = n; m >= coarsest; m /= 2) {
 *         struct level *l = &mg->lev[mg->nl++];
 *
 * where that is executed once, and all else that looks at the count does so afterwards. The loop is
 * taken iteration by iteration, with numbers for what the count is in each; everywhere else it is
 * what it has come to. */

#include "frontend/value/structure_unroll.h"
#include "frontend/value/syntax_copy.h"

#include <string.h>

typedef struct tally {
    structure_arrays *w;
    const syntax *place; /* mg->nl, or a variable's name */
    const decl *function;
    const syntax *block; /* where it is counted: */
    int first, loop;     /* the statements that set it, and count; first -1: it is 0 in the file */
    int sets, reads;     /* in the whole program */
    int64_t value;
    bool is_done, is_refused;
} tally;

/* --- Places ----------------------------------------------------------------------------------- */

static bool is_place(const tally *t, const syntax *s)
{
    if (!s || s->kind != t->place->kind)
        return false;
    return s->kind == SYNTAX_NAME ? s->decl == t->place->decl
                                  : s->kind == SYNTAX_MEMBER && s->member == t->place->member;
}

/* Is no other structure's member called so, and this one an integer? */
static bool is_only_member(const structure_arrays *w, const char *member)
{
    const char *record = NULL;
    for (int i = 0; i < w->pass->source->decl_count; i++) {
        const decl *d = w->pass->source->decls[i];
        const char *dot = d->kind == DECL_MEMBER && d->whole ? strrchr(d->name, '.') : NULL;
        if (!dot || strcmp(dot + 1, member) != 0)
            continue;
        const char *of = d->whole->record;
        if (!of || d->type->kind != TYPE_INT || (record && strcmp(record, of) != 0))
            return false;
        record = of;
    }
    return record != NULL;
}

static bool is_increment(const tally *t, const syntax *s)
{
    return s->kind == SYNTAX_UNARY && (s->op == OPERATOR_POST_INC || s->op == OPERATOR_PRE_INC) &&
           is_place(t, s->child[0]);
}

static bool sets(const tally *t, const syntax *s)
{
    bool may = s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_ADDRESS);
    return may && is_place(t, s->child[0]);
}

static int count_sets(const tally *t, const syntax *s)
{
    int count = s && sets(t, s);
    for (int i = 0; s && i < s->child_count; i++)
        count += count_sets(t, syntax_part(s, i));
    return count;
}

/* Those that every execution of it does, one after the other. */
static int count_certain(const tally *t, const syntax *s)
{
    int count = s && is_increment(t, s);
    bool is_open = !s || s->kind == SYNTAX_IF || s->kind == SYNTAX_FOR || s->kind == SYNTAX_WHILE ||
                   s->kind == SYNTAX_DO || s->kind == SYNTAX_SWITCH;
    for (int i = 0; !is_open && i < level_certain_parts(t->w, s); i++)
        count += count_certain(t, syntax_part(s, i));
    return count;
}

/* --- Where it is counted ---------------------------------------------------------------------- */

static bool is_loop(const syntax *s)
{
    return s->kind == SYNTAX_FOR || s->kind == SYNTAX_WHILE;
}

static const syntax *body_of(const syntax *loop)
{
    return loop->child[loop->kind == SYNTAX_FOR ? 3 : 1];
}

/* What the statement sets the place to, where that is all it does; or what declares it does. */
static const syntax **setting(const tally *t, const syntax *s)
{
    if (s->kind == SYNTAX_ASSIGN && s->op == OPERATOR_NONE && is_place(t, s->child[0]))
        return (const syntax **)&s->child[1];
    for (int i = 0; s->kind == SYNTAX_DECLARATION && i < s->child_count; i++)
        if (is_place(t, s->child[i]) && s->child[i]->decl->init)
            return (const syntax **)&s->child[i]->decl->init;
    return NULL;
}

/* Where the block sets the place, and a loop of it counts. */
static bool is_counted_in(tally *t, const syntax *block)
{
    t->first = t->loop = -1;
    for (int i = 0; i < block->child_count; i++) {
        const syntax *s = block->child[i], **value = setting(t, s);
        int64_t number;
        if (value && t->loop < 0 && structure_number(t->w, *value, &number)) {
            t->first = i;
            t->value = number;
        } else if (count_sets(t, s)) {
            if (t->loop >= 0 || !is_loop(s) || count_certain(t, body_of(s)) != count_sets(t, s))
                return false;
            t->loop = i;
        }
    }
    const decl *d = t->place->kind == SYNTAX_NAME ? t->place->decl : NULL;
    bool is_of_file = d && !d->function && !d->is_external && !d->is_replaceable;
    t->block = block;
    if (t->first < 0 && is_of_file && (!d->init || structure_number(t->w, d->init, &t->value)))
        return t->loop >= 0;
    return t->first >= 0 && t->loop >= 0;
}

/* --- Whether that is executed once, before all else looks ------------------------------------- */

typedef struct order {
    tally *t;
    bool *is_seen; /* by a function's id */
    int loops;
} order;

/* Does it call the function that counts, by itself or by others? */
static bool leads(const tally *t, const syntax *s, bool *is_seen)
{
    const decl *f = s ? level_callee(s) : NULL;
    if (f == t->function && f)
        return true;
    if (f && !is_seen[f->id]) {
        is_seen[f->id] = true;
        if (leads(t, f->body, is_seen))
            return true;
    }
    for (int i = 0; s && i < s->child_count; i++)
        if (leads(t, syntax_part(s, i), is_seen))
            return true;
    return false;
}

static void follow(order *o, const syntax *s);

static void follow_call(order *o, const syntax *s)
{
    tally *t = o->t;
    const decl *f = level_callee(s);
    for (int i = 1; i < s->child_count; i++)
        follow(o, s->child[i]);
    if (!f)
        return;
    bool *is_seen = ARENA_ARRAY(t->w->pass->ctx->arena, t->w->pass->source->decl_count + 1, bool);
    bool counts = leads(t, s, is_seen);
    t->is_refused |= counts && (o->loops || t->is_done);
    if (o->is_seen[f->id])
        return;
    o->is_seen[f->id] = true;
    follow(o, f->body);
}

/* In the order in which it is executed, as far as that is one. */
static void follow(order *o, const syntax *s)
{
    tally *t = o->t;
    if (!s || t->is_refused || (s->kind == SYNTAX_CALL && !syntax_callee_name(s))) {
        t->is_refused |= s != NULL && !t->is_done;
        return;
    }
    if (s->kind == SYNTAX_CALL) {
        follow_call(o, s);
        return;
    }
    t->is_refused |= !t->is_done && (is_place(t, s) || s->kind == SYNTAX_LABEL);
    const bool is_again =
        is_loop(s) || s->kind == SYNTAX_DO || s->kind == SYNTAX_IF || s->kind == SYNTAX_SWITCH;
    o->loops += is_again;
    for (int i = 0; i < s->child_count; i++) {
        bool is_own = s == t->block && (i == t->first || i == t->loop);
        t->is_refused |= is_own && o->loops;
        if (is_own && i == t->loop)
            t->is_done = true;
        else if (!is_own)
            follow(o, syntax_part(s, i));
    }
    o->loops -= is_again;
}

/* Is the place named there, or by what that calls? */
static bool is_looked_at(const tally *t, const syntax *s, bool *is_seen)
{
    const decl *f = s ? level_callee(s) : NULL;
    bool is_new = f && !is_seen[f->id];
    if (is_new)
        is_seen[f->id] = true;
    if (s && (is_place(t, s) || (is_new && is_looked_at(t, f->body, is_seen))))
        return true;
    for (int i = 0; s && i < s->child_count; i++)
        if (is_looked_at(t, syntax_part(s, i), is_seen))
            return true;
    return false;
}

/* What the counting loop calls may not look at it. */
static bool calls_look(const tally *t, const syntax *s, bool *is_seen)
{
    const decl *f = s ? level_callee(s) : NULL;
    if (f && is_looked_at(t, f->body, is_seen))
        return true;
    for (int i = 0; s && i < s->child_count; i++)
        if (calls_look(t, syntax_part(s, i), is_seen))
            return true;
    return false;
}

static bool is_first(tally *t)
{
    const c_program *source = t->w->pass->source;
    order o = {.t = t,
               .is_seen = ARENA_ARRAY(t->w->pass->ctx->arena, source->decl_count + 1, bool)};
    t->is_done = t->is_refused = false;
    for (int i = 0; i < source->function_count; i++)
        if (strcmp(source->functions[i]->name, "main") == 0)
            follow(&o, source->functions[i]->body);
    return t->is_done && !t->is_refused;
}

/* --- Numbers for it --------------------------------------------------------------------------- */

static void number(tally *t, syntax *s)
{
    if (!s || s->kind == SYNTAX_SIZEOF)
        return;
    if (is_increment(t, s) || is_place(t, s)) {
        bool is_moved = s->kind == SYNTAX_UNARY;
        t->value += is_moved && s->op == OPERATOR_PRE_INC;
        syntax *number = syntax_number_at(t->w->pass->ctx, s, s->type, t->value);
        t->value += is_moved && s->op == OPERATOR_POST_INC;
        *s = *number;
        return;
    }
    for (int i = 0; i < s->child_count; i++)
        number(t, (syntax *)syntax_part(s, i));
}

/* A number wherever the place is looked at, but for `target`. */
static void number_all(const tally *t, syntax *s, const syntax *target)
{
    if (!s || s->kind == SYNTAX_SIZEOF || s == target)
        return;
    if (is_place(t, s)) {
        *s = *syntax_number_at(t->w->pass->ctx, s, s->type, t->value);
        return;
    }
    for (int i = 0; i < s->child_count; i++)
        number_all(t, (syntax *)syntax_part(s, i), target);
}

static void find_call(const syntax *s, const decl *f, const syntax **call, int *calls)
{
    if (s && level_callee(s) == f) {
        *call = s;
        ++*calls;
    }
    for (int i = 0; s && i < s->child_count; i++)
        find_call(syntax_part(s, i), f, call, calls);
}

/* Numbers for the formals of a function that is called once with such. */
static void number_formals(structure_arrays *w, const decl *f)
{
    const c_program *source = w->pass->source;
    const syntax *call = NULL;
    int calls = 0;
    for (int i = 0; i < source->function_count; i++)
        find_call(source->functions[i]->body, f, &call, &calls);
    for (int i = 0; calls == 1 && i < f->formal_count && i + 1 < call->child_count; i++) {
        const decl *d = f->formals[i];
        int64_t value;
        if (!decl_is_integer(d) || syntax_sets(f->body, d) ||
            !structure_number(w, call->child[i + 1], &value))
            continue;
        level_fix(w, call->child[i + 1]);
        syntax name = {.kind = SYNTAX_NAME, .decl = (decl *)d};
        number_all(&(tally){.w = w, .place = &name, .value = value}, (syntax *)f->body, NULL);
        w->is_number.data[d->id] = false; /* it has no forms */
    }
}

static void count_out(tally *t)
{
    structure_arrays *w = t->w;
    const c_program *source = w->pass->source;
    syntax *loop = (syntax *)t->block->child[t->loop];
    if (!level_unroll_values(w, t->function, loop))
        return;
    for (int i = 3; i < loop->child_count; i++)
        number(t, (syntax *)loop->child[i]);
    const syntax *setter = t->first >= 0 ? t->block->child[t->first] : NULL;
    const syntax **first = setter ? setting(t, setter) : (const syntax **)&t->place->decl->init;
    const syntax *target = setter && setter->kind == SYNTAX_ASSIGN ? setter->child[0] : NULL;
    *first = syntax_number_at(w->pass->ctx, *first ? *first : loop, t->place->type, t->value);
    for (int i = 0; i < source->function_count; i++)
        number_all(t, (syntax *)source->functions[i]->body, target);
}

/* --- All -------------------------------------------------------------------------------------- */

static bool find_block(tally *t, const syntax *s)
{
    if (!s)
        return false;
    if (s->kind == SYNTAX_BLOCK && is_counted_in(t, s))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (find_block(t, syntax_part(s, i)))
            return true;
    return false;
}

static void count_with(structure_arrays *w, const syntax *place)
{
    const c_program *source = w->pass->source;
    tally t = {.w = w, .place = place};
    int in_all = 0;
    if (place->kind == SYNTAX_MEMBER ? !is_only_member(w, place->member)
                                     : !decl_is_integer(place->decl) || place->decl->is_static)
        return;
    for (int i = 0; i < source->function_count; i++)
        in_all += count_sets(&t, source->functions[i]->body);
    for (int i = 0; i < source->function_count && !t.function; i++)
        if (find_block(&t, source->functions[i]->body))
            t.function = source->functions[i];
    if (!t.function)
        return;
    const syntax *loop = t.block->child[t.loop];
    bool *is_seen = ARENA_ARRAY(w->pass->ctx->arena, source->decl_count + 1, bool);
    bool is_set = t.first >= 0 && t.block->child[t.first]->kind == SYNTAX_ASSIGN;
    if (in_all != count_sets(&t, loop) + is_set || calls_look(&t, body_of(loop), is_seen) ||
        !is_first(&t))
        return;
    number_formals(w, t.function);
    count_out(&t);
}

/* The place of `lev[place++]`. */
static const syntax *counted_place(structure_arrays *w, const syntax *s)
{
    const syntax *index = structure_array_of(w, s) ? s->child[1] : NULL;
    bool is_moved = index && index->kind == SYNTAX_UNARY && index->op >= OPERATOR_ADDRESS;
    const syntax *place = is_moved ? index->child[0] : index;
    bool is = place && (place->kind == SYNTAX_NAME || place->kind == SYNTAX_MEMBER);
    return is ? place : NULL;
}

static void find_places(structure_arrays *w, const syntax *s, const syntax **place, int *count)
{
    enum { PLACES_MOST = 16 };
    const syntax *one = s ? counted_place(w, s) : NULL;
    for (int i = 0; one && i < *count; i++)
        if (is_place(&(tally){.place = place[i]}, one))
            one = NULL;
    if (one && *count < PLACES_MOST)
        place[(*count)++] = one;
    for (int i = 0; s && i < s->child_count; i++)
        find_places(w, syntax_part(s, i), place, count);
}

void structure_tally_all(structure_arrays *w)
{
    const syntax *place[16];
    int count = 0;
    for (int i = 0; i < w->pass->source->function_count; i++)
        find_places(w, w->pass->source->functions[i]->body, place, &count);
    for (int i = 0; i < count; i++)
        count_with(w, arena_copy(w->pass->ctx->arena, place[i], sizeof *place[i]));
}
