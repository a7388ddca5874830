#include "frontend/value/option_loop.h"

#include <string.h>

#include "frontend/value/option_run.h"
#include "frontend/value/syntax_copy.h"

static const c_type int_type = {.kind = TYPE_INT, .bytes = 4};

typedef VEC(const syntax *) statement_vec;

typedef struct option_block {
    option_run run;
    c_program *source;
    const syntax *block; /* main's body */
    int at;
    statement_vec now; /* what it has then */
} option_block;

/* --- Which statements ------------------------------------------------------------------- */

/* Is it argv, or a call of a function of the program that gets it? */
static bool hands_words(const option_run *r, const syntax *s)
{
    for (int i = 1; i < s->child_count; i++) {
        const syntax *given = syntax_without_casts(s->child[i]);
        if (given->kind == SYNTAX_NAME && given->decl == r->words)
            return true;
    }
    return false;
}

/* Is there a loop over the words in it, or a function of the program that gets them? */
static bool is_candidate(const option_run *r, const syntax *s)
{
    if (!s)
        return false;
    if (syntax_is_loop(s) && (syntax_names(s, r->words) || syntax_names(s, r->counts)))
        return true;
    if (s->kind == SYNTAX_CALL && syntax_is_program_call(s) && hands_words(r, s))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (is_candidate(r, syntax_part(s, i)))
            return true;
    return false;
}

/* --- What is known before ----------------------------------------------------------------- */

/* Is a pointer that words tell looked at? */
static bool names_word(option_run *r, const syntax *s)
{
    for (int i = 0; i < r->cells.count; i++) {
        const option_cell *cell = &r->cells.data[i];
        const bool is_known = cell->value.kind != OPTION_LOST && cell->type->kind == TYPE_POINTER;
        if (is_known && !option_is_main_s(r, cell->variable) && syntax_names(s, cell->variable))
            return true;
    }
    return false;
}

static bool calls_getopt(const syntax *s)
{
    const char *name = s && s->kind == SYNTAX_CALL ? syntax_callee_name(s) : NULL;
    if (name && strncmp(name, "getopt", 6) == 0)
        return true;
    for (int i = 0; s && i < s->child_count; i++)
        if (calls_getopt(syntax_part(s, i)))
            return true;
    return false;
}

/* May it call getopt, itself or by a function of the program? */
static bool may_call_getopt(const option_block *o, const syntax *s)
{
    if (calls_getopt(s))
        return true;
    if (!option_sets_elsewhere(s))
        return false;
    for (int i = 0; i < o->source->function_count; i++)
        if (o->source->functions[i]->body != o->block &&
            calls_getopt(o->source->functions[i]->body))
            return true;
    return false;
}

/* if (file == NULL), where words tell that: what is not executed goes. */
static void choose(option_block *o, syntax *s)
{
    option_run *r = &o->run;
    if (s->kind != SYNTAX_IF || syntax_assigns(s->child[0]) ||
        syntax_has(s->child[0], SYNTAX_CALL) || syntax_has(s, SYNTAX_LABEL) ||
        !names_word(r, s->child[0]))
        return;
    r->is_lost = false;
    const int holds = option_holds(r, s->child[0]);
    if (r->is_lost)
        return;
    s->child[0] = syntax_number_at(r->ctx, s->child[0], &int_type, holds);
    if (!holds)
        s->child[1] = syntax_new_at(r->ctx, s, SYNTAX_EMPTY, 0);
    else if (s->child[2])
        s->child[2] = syntax_new_at(r->ctx, s, SYNTAX_EMPTY, 0);
}

/* A statement that stays; false: nothing is known after it. */
static bool pass(option_block *o, const syntax *s)
{
    option_run *r = &o->run;
    r->steps = 0;
    choose(o, (syntax *)s);
    if (option_changes_words(r, s))
        return false;
    r->has_other_pass |= may_call_getopt(o, s);
    const bool is_simple =
        (s->kind == SYNTAX_DECLARATION || s->kind == SYNTAX_ASSIGN) && !option_sets_elsewhere(s);
    r->is_lost = false;
    if (is_simple)
        option_execute(r, s);
    if (!is_simple || r->is_lost)
        option_forget(r, s);
    return true;
}

/* --- What it leaves ------------------------------------------------------------------------ */

static bool is_declared_in(const syntax *s, const decl *d)
{
    for (int i = 0; s && i < s->child_count; i++)
        if ((s->kind == SYNTAX_DECLARATION && s->child[i]->decl == d) ||
            is_declared_in(s->child[i], d))
            return true;
    return false;
}

/* &v, &v.m, &v[i] */
static bool is_address_of(const syntax *s, const decl *d)
{
    if (s->kind != SYNTAX_UNARY || s->op != OPERATOR_ADDRESS)
        return false;
    const syntax *whole = s->child[0];
    while ((whole->kind == SYNTAX_MEMBER && !whole->is_arrow && whole->child_count) ||
           whole->kind == SYNTAX_SUBSCRIPT || whole->kind == SYNTAX_CAST)
        whole = whole->child[0];
    return whole->kind == SYNTAX_NAME && whole->decl == d;
}

/* Is its address taken in the tree, but for the part `without`? */
static bool takes_address(const syntax *s, const syntax *without, const decl *d)
{
    if (!s || s == without)
        return false;
    if (is_address_of(s, d))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (takes_address(syntax_part(s, i), without, d))
            return true;
    return false;
}

/* May a pointer lead to it that the statement has not made? */
static bool has_pointers(const option_block *o, const decl *d)
{
    if (d->has_cleanup)
        return true;
    const syntax *s = o->block->child[o->at];
    for (int i = 0; i < o->source->function_count; i++)
        if (takes_address(o->source->functions[i]->body, s, d))
            return true;
    for (int i = 0; i < o->source->decl_count; i++) {
        const decl *other = o->source->decls[i]; /* of static ones no body tells the first value */
        if ((!other->function || other->is_static) && takes_address(other->init, NULL, d))
            return true;
    }
    return false;
}

/* May something look at the variable after the statement, by its name or through a pointer? */
static bool is_read_after(const option_block *o, const decl *d)
{
    if (has_pointers(o, d))
        return true;
    for (int i = o->at + 1; i < o->block->child_count; i++)
        if (syntax_names(o->block->child[i], d))
            return true;
    for (int i = 0; !d->function && i < o->source->function_count; i++) {
        const decl *f = o->source->functions[i];
        if (f->body != o->block && syntax_names(f->body, d))
            return true;
    }
    return false;
}

static bool is_set_anywhere(const option_block *o, const decl *d)
{
    for (int i = 0; i < o->source->function_count; i++)
        if (syntax_sets(o->source->functions[i]->body, d))
            return true;
    return false;
}

/* The number wherever the variable stands. */
static void put_number(option_block *o, syntax *s, const decl *d, int64_t number)
{
    if (!s)
        return;
    if (s->kind == SYNTAX_NAME && s->decl == d) {
        *s = *syntax_number_at(o->run.ctx, s, s->type, number);
        return;
    }
    for (int i = 0; i < s->child_count; i++)
        put_number(o, (syntax *)syntax_part(s, i), d, number);
}

/* optind, which the library alone sets: a number from there on. */
static bool put_library(option_block *o, const option_cell *cell)
{
    const decl *d = cell->variable;
    if (d->is_defined || d->function || cell->value.kind != OPTION_NUMBER || is_set_anywhere(o, d))
        return false;
    for (int i = o->at + 1; i < o->block->child_count; i++)
        put_number(o, (syntax *)o->block->child[i], d, cell->value.number);
    return !is_read_after(o, d);
}

static syntax *assignment(option_block *o, const option_cell *cell, const syntax *at)
{
    option_run *r = &o->run;
    syntax *value = option_tree_of(r, &cell->value, at, cell->type);
    syntax *s = syntax_new_at(r->ctx, at, SYNTAX_ASSIGN, 2);
    s->op = OPERATOR_NONE;
    s->type = cell->type;
    s->child[0] =
        syntax_path_at(r->ctx, at, cell->variable, cell->member ? cell->member : "", cell->type);
    s->child[1] = value;
    return value ? s : NULL;
}

/* What a declaration's variables begin with, or what else is set: `out` gets assignments. */
static bool leave(option_block *o, const syntax *s, statement_vec *out)
{
    option_run *r = &o->run;
    for (int i = 0; i < r->cells.count; i++) {
        const option_cell *cell = &r->cells.data[i];
        const decl *d = cell->variable;
        const bool is_inner = is_declared_in(s, d) && s->kind != SYNTAX_DECLARATION;
        if (!cell->is_set || is_inner || !is_read_after(o, d))
            continue;
        syntax *set = option_is_main_s(r, d) || (d->function && d->function != r->words->function)
                          ? NULL
                          : assignment(o, cell, s);
        if (!set && (!d->init || !is_declared_in(s, d) || is_candidate(r, d->init)))
            return false;
        if (set)
            VEC_PUSH(r->ctx->arena, out, set);
    }
    return true;
}

/* A declaration stays; what words tell of it is what it begins with. */
static void declare(option_block *o, const syntax *s, const statement_vec *sets)
{
    option_run *r = &o->run;
    VEC_PUSH(r->ctx->arena, &o->now, s);
    for (int i = 0; i < sets->count; i++) {
        const decl *d = sets->data[i]->child[0]->decl;
        if (!d || !is_declared_in(s, d))
            VEC_PUSH(r->ctx->arena, &o->now, sets->data[i]);
        else if (is_candidate(r, d->init))
            o->source->decls[d->id]->init = sets->data[i]->child[1];
    }
}

static bool put(option_block *o, const syntax *s)
{
    option_run *r = &o->run;
    statement_vec sets = {0};
    for (int i = 0; i < r->cells.count; i++) {
        option_cell *cell = &r->cells.data[i];
        cell->is_set = cell->is_set && is_read_after(o, cell->variable) && !put_library(o, cell);
    }
    if (!leave(o, s, &sets))
        return false;
    for (int i = 0; i < r->printed.count; i++)
        VEC_PUSH(r->ctx->arena, &o->now, r->printed.data[i]);
    if (s->kind == SYNTAX_DECLARATION) {
        declare(o, s, &sets);
        return true;
    }
    for (int i = 0; i < sets.count; i++)
        VEC_PUSH(r->ctx->arena, &o->now, sets.data[i]);
    return true;
}

/* --- The block ------------------------------------------------------------------------------ */

/* What stands from number `first` on up to where the block is. False: it stays as it is, and so
 * does what is known. */
static bool replace(option_block *o, int first, const syntax *s)
{
    option_run *r = &o->run;
    option_run was = *r;
    was.cells.data =
        arena_copy(r->ctx->arena, r->cells.data, (size_t)r->cells.count * sizeof *r->cells.data);
    was.cells.capacity = was.cells.count;
    for (int i = 0; i < r->cells.count; i++)
        r->cells.data[i].is_set = false;
    r->printed.count = r->steps = 0;
    r->is_lost = option_has_directive(r, first ? o->block->child[first - 1] : NULL, s);
    option_execute(r, s);
    if (!r->is_lost && put(o, s))
        return true;
    *r = was;
    return false;
}

/* argc--, argv++ */
static bool moves_words(const option_run *r, const syntax *s)
{
    if (s->kind == SYNTAX_BINARY && s->op == OPERATOR_COMMA)
        return moves_words(r, s->child[0]) && moves_words(r, s->child[1]);
    const bool sets =
        s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op > OPERATOR_ADDRESS);
    return sets && s->child[0]->kind == SYNTAX_NAME && option_is_main_s(r, s->child[0]->decl);
}

/* Statements that move the words, and those after them that read what is left: together, since
 * nothing else may look at words that have been moved. */
static bool replace_moved(option_block *o)
{
    enum { STATEMENTS_MOST = 32 };
    option_run *r = &o->run;
    const int first = o->at;
    const syntax *const *child = o->block->child;
    if (!moves_words(r, child[first]))
        return false;
    for (int last = first + 1; last < o->block->child_count && last - first < STATEMENTS_MOST;
         last++) {
        const syntax *s = child[last];
        if (s->kind == SYNTAX_DECLARATION || option_has_directive(r, child[last - 1], s))
            break;
        if (!syntax_names(s, r->words) && !syntax_names(s, r->counts))
            continue;
        syntax *all = syntax_new_at(r->ctx, s, SYNTAX_BLOCK, last - first + 1);
        for (int i = first; i <= last; i++)
            all->child[i - first] = child[i];
        o->at = last;
        if (replace(o, first, all))
            return true;
        o->at = first;
    }
    return false;
}

void value_run_options(fp_context *ctx, c_program *source, const pragma_list *pragmas,
                       const decl *f, int count, const char *const *words)
{
    if (f->formal_count < 2 || !f->body || f->body->kind != SYNTAX_BLOCK ||
        syntax_has(f->body, SYNTAX_LABEL))
        return;
    option_block o = {.source = source, .block = f->body};
    option_run *r = &o.run;
    o.run = (option_run){.ctx = ctx,
                         .source = source,
                         .pragmas = pragmas,
                         .counts = f->formals[0],
                         .words = f->formals[1],
                         .count = count,
                         .word = words};
    option_set(r, r->counts, NULL, r->counts->type, option_number(count + 1));
    option_set(r, r->words, NULL, r->words->type, (option_value){.kind = OPTION_WORDS});
    bool is_known = true;
    for (o.at = 0; o.at < o.block->child_count; o.at++) {
        const syntax *s = o.block->child[o.at];
        if (is_known && (replace_moved(&o) || (is_candidate(r, s) && replace(&o, o.at, s))))
            continue;
        is_known = is_known && pass(&o, s);
        VEC_PUSH(ctx->arena, &o.now, s);
    }
    syntax *block = (syntax *)o.block;
    block->child = o.now.data;
    block->child_count = o.now.count;
}
