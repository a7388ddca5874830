/* Members of structures that count loops, as in for (g->t = 0; g->t < g->steps; g->t++), and those
 * that their function sets again: they become variables, and what the program has for them the
 * names of these, so that such a loop is one that a variable counts. */

#include "frontend/value/structure_counter.h"

#include <string.h>

#include "frontend/value/structure_pass.h"

typedef VEC(decl *) counter_list;

typedef struct counting {
    structure_pass *p;
    counter_list found;
    const decl *asked; /* the member that is looked for */
    bool is_elsewhere; /* it may be looked at under another name */
} counting;

/* --- Which member ----------------------------------------------------------------------------- */

static const char *last_word(const decl *member)
{
    return strrchr(member->name, '.') + 1;
}

/* Is `d` the member of that name of the structure? */
static bool is_of(const decl *d, structure_object of, const char *member)
{
    const decl *whole = of.whole;
    const char *path = d->whole == whole ? "" : d->whole->name + strlen(whole->name) + 1;
    bool is_in = false;
    for (int i = 0; i < whole->member_count && !is_in; i++)
        is_in = whole->members[i] == d;
    return is_in && strcmp(last_word(d), member) == 0 && strcmp(path, of.path) == 0;
}

/* The integer in the one structure that it is in; null: it is none, or not known. */
static decl *integer_member(const structure_pass *p, const syntax *s)
{
    if (s->kind != SYNTAX_MEMBER || !s->type || s->type->kind != TYPE_INT || s->type->is_volatile ||
        s->type->is_unsigned)
        return NULL;
    structure_set of = structure_container(p, s);
    if (of.count != 1 || of.is_open || !structure_is_one(p, of.data[0].whole))
        return NULL;
    for (int i = 0; i < of.data[0].whole->member_count; i++) {
        decl *d = of.data[0].whole->members[i];
        if (d->kind == DECL_MEMBER && d->rank == 0 && is_of(d, of.data[0], s->member))
            return d;
    }
    return NULL;
}

/* --- Which count loops ------------------------------------------------------------------------ */

static bool moves(const structure_pass *p, const syntax *s, const decl *d)
{
    if (!s)
        return false;
    bool sets = s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC);
    if (sets && integer_member(p, s->child[0]) == d)
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (moves(p, syntax_part(s, i), d))
            return true;
    return false;
}

/* Integers that the condition compares, and the loop moves. */
static void add_compared(counting *c, const syntax *test, const syntax *loop)
{
    if (!test)
        return;
    decl *d = integer_member(c->p, test);
    if (d && moves(c->p, loop, d))
        VEC_PUSH(c->p->ctx->arena, &c->found, d);
    bool goes_on =
        test->kind == SYNTAX_BINARY || test->kind == SYNTAX_CAST || test->kind == SYNTAX_UNARY;
    for (int i = 0; goes_on && i < test->child_count; i++)
        add_compared(c, test->child[i], loop);
}

/* How often statements set the integer; -1: also those of another function than it is local to. */
static int times_set(const structure_pass *p, const syntax *s, const decl *d, const decl *f)
{
    if (!s)
        return 0;
    bool sets = s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC);
    int times = sets && integer_member(p, s->child[0]) == d;
    if (times && structure_variable_of(d)->function != f)
        return -1;
    for (int i = 0; i < s->child_count; i++) {
        int inside = times_set(p, syntax_part(s, i), d, f);
        if (inside < 0)
            return -1;
        times += inside;
    }
    return times;
}

/* Is it set again? Then it is followed from statement to statement, as variables are. */
static bool is_set_again(const structure_pass *p, const decl *d)
{
    const decl *whole = structure_variable_of(d);
    int times = whole->init != NULL;
    if (whole->rank || !whole->function)
        return false;
    for (int i = 0; i < p->source->function_count; i++) {
        int inside = times_set(p, p->source->functions[i]->body, d, p->source->functions[i]);
        if (inside < 0)
            return false;
        times += inside;
    }
    return times > 1;
}

static void find_set_again(counting *c, const syntax *s)
{
    if (!s)
        return;
    bool sets = s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC);
    decl *d = sets ? integer_member(c->p, s->child[0]) : NULL;
    if (d && is_set_again(c->p, d))
        VEC_PUSH(c->p->ctx->arena, &c->found, d);
    for (int i = 0; i < s->child_count; i++)
        find_set_again(c, syntax_part(s, i));
}

static void find_counters(counting *c, const syntax *s)
{
    if (!s)
        return;
    if (s->kind == SYNTAX_FOR || s->kind == SYNTAX_DO)
        add_compared(c, s->child[1], s);
    else if (s->kind == SYNTAX_WHILE)
        add_compared(c, s->child[0], s);
    for (int i = 0; i < s->child_count; i++)
        find_counters(c, syntax_part(s, i));
}

/* --- Other names ------------------------------------------------------------------------------ */

static bool is_record(const syntax *s)
{
    return s->type && s->type->kind == TYPE_RECORD;
}

/* May it be the structure that the member is in, or one around that? */
static bool may_hold(const counting *c, const syntax *s)
{
    structure_set of = structure_flow_place(c->p->flow, s);
    const decl *d = c->asked;
    while (d->whole && !(d->whole->rank > 0))
        d = d->whole;
    for (int i = 0; i < of.count; i++)
        if (of.data[i].whole == d)
            return true;
    return false;
}

/* A structure as a whole, which is copied, passed or returned; its address is none. */
static bool is_whole_use(const syntax *s, const syntax *around)
{
    bool is_place = s->kind == SYNTAX_NAME || s->kind == SYNTAX_MEMBER ||
                    s->kind == SYNTAX_SUBSCRIPT ||
                    (s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF);
    bool is_part = around && (around->kind == SYNTAX_MEMBER ||
                              (around->kind == SYNTAX_UNARY && around->op == OPERATOR_ADDRESS));
    return is_record(s) && is_place && !is_part;
}

static bool names_it(const counting *c, const syntax *s)
{
    structure_set of = structure_container(c->p, s);
    for (int i = 0; i < of.count; i++)
        if (is_of(c->asked, of.data[i], s->member))
            return true;
    return false;
}

static void look(counting *c, const syntax *s, const syntax *around)
{
    if (!s || s->kind == SYNTAX_SIZEOF || c->is_elsewhere)
        return;
    if (s->kind == SYNTAX_MEMBER && strcmp(s->member, last_word(c->asked)) == 0 && names_it(c, s))
        c->is_elsewhere |=
            integer_member(c->p, s) != c->asked || syntax_assigns(s->child[0]) ||
            syntax_has(s->child[0], SYNTAX_CALL) ||
            (around && around->kind == SYNTAX_UNARY && around->op == OPERATOR_ADDRESS);
    if (is_whole_use(s, around) && may_hold(c, s))
        c->is_elsewhere = true;
    for (int i = 0; i < s->child_count; i++)
        look(c, syntax_part(s, i), s);
}

/* Are there braces, or a string, for what needs them? Else the parts follow one by one. */
static bool is_one_value(const c_type *of, const syntax *value)
{
    bool has_parts = of && (of->kind == TYPE_RECORD || of->kind == TYPE_ARRAY);
    return !has_parts || value->kind == SYNTAX_INIT_LIST || value->kind == SYNTAX_STRING;
}

bool structure_initial(const decl *d, const syntax *list, const syntax **value)
{
    const c_type *type = list->type;
    *value = NULL;
    if (list->kind != SYNTAX_INIT_LIST || !type)
        return false;
    for (int i = 0; i < type->member_count; i++) {
        const syntax *one = i < list->child_count ? list->child[i] : NULL;
        if (one && (one->kind == SYNTAX_OTHER || !is_one_value(type->members[i].type, one)))
            return false;
        if (type->members[i].name && strcmp(type->members[i].name, last_word(d)) == 0) {
            *value = one;
            return true;
        }
    }
    return false;
}

/* Is the value known that it has before any statement sets it? */
static bool has_known_beginning(const decl *d)
{
    const decl *whole = structure_variable_of(d);
    const syntax *value;
    if (!whole->init || whole->rank)
        return true; /* the file's have 0 then; memory that is asked for has none */
    return d->whole == whole && structure_initial(d, whole->init, &value);
}

static bool is_apart(counting *c, const decl *d)
{
    c->asked = d;
    c->is_elsewhere = !has_known_beginning(d) || structure_variable_of(d)->is_static;
    for (int i = 0; i < c->p->source->decl_count; i++)
        if (!c->p->source->decls[i]->function)
            look(c, c->p->source->decls[i]->init, NULL);
    for (int i = 0; i < c->p->source->function_count; i++)
        look(c, c->p->source->functions[i]->body, NULL);
    return !c->is_elsewhere;
}

/* --- Names ------------------------------------------------------------------------------------ */

static void name_all(counting *c, syntax *s)
{
    if (!s)
        return;
    for (int i = 0; i < s->child_count; i++)
        name_all(c, (syntax *)syntax_part(s, i));
    decl *d = s->kind == SYNTAX_MEMBER && strcmp(s->member, last_word(c->asked)) == 0
                  ? integer_member(c->p, s)
                  : NULL;
    if (!d || d != c->asked)
        return;
    if (d->function && d->function != c->p->function)
        structure_leave_function(c->p, d);
    s->kind = SYNTAX_NAME;
    s->decl = d;
    s->child_count = 0;
}

static const syntax *zero_of(const structure_pass *p, const decl *d, const syntax *list)
{
    syntax *zero = ARENA_NEW(p->ctx->arena, syntax);
    *zero = (syntax){.kind = SYNTAX_INT, .unit = list->unit, .type = d->type, .where = list->where};
    return zero;
}

static void name_counter(counting *c, decl *d)
{
    c->asked = d;
    c->p->function = NULL;
    for (int i = 0; i < c->p->source->function_count; i++) {
        c->p->function = c->p->source->functions[i];
        name_all(c, (syntax *)c->p->function->body);
    }
    const decl *whole = structure_variable_of(d);
    if (whole->init && !whole->rank && structure_initial(d, whole->init, &d->init) && !d->init)
        d->init = zero_of(c->p, d, whole->init);
    d->kind = DECL_VARIABLE;
}

static counting find_all(structure_pass *p)
{
    counting c = {.p = p};
    for (int i = 0; i < p->source->function_count; i++) {
        find_counters(&c, p->source->functions[i]->body);
        find_set_again(&c, p->source->functions[i]->body);
    }
    return c;
}

void structure_note_counters(structure_pass *p)
{
    counting c = find_all(p);
    for (int i = 0; i < c.found.count; i++)
        structure_note_tag(p, c.found.data[i]->whole);
}

void structure_name_counters(structure_pass *p)
{
    counting c = find_all(p);
    for (int i = 0; i < c.found.count; i++) {
        decl *d = c.found.data[i];
        if (d->kind == DECL_MEMBER && is_apart(&c, d))
            name_counter(&c, d);
    }
}

/* --- Is there such a loop? -------------------------------------------------------------------- */

static bool compares_member(const syntax *s)
{
    if (!s)
        return false;
    if (s->kind == SYNTAX_MEMBER && s->type && s->type->kind == TYPE_INT)
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (compares_member(s->child[i]))
            return true;
    return false;
}

static bool sets_member(const syntax *s)
{
    if (!s)
        return false;
    bool sets = s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC);
    if (sets && syntax_without_casts(s->child[0])->kind == SYNTAX_MEMBER)
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (sets_member(syntax_part(s, i)))
            return true;
    return false;
}

bool structure_may_count(const syntax *s)
{
    if (!s)
        return false;
    bool is_loop = s->kind == SYNTAX_FOR || s->kind == SYNTAX_WHILE || s->kind == SYNTAX_DO;
    if (is_loop && compares_member(s->child[s->kind == SYNTAX_WHILE ? 0 : 1]) && sets_member(s))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (structure_may_count(syntax_part(s, i)))
            return true;
    return false;
}
