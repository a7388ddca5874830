#include <string.h>

#include "frontend/syntax/library_function.h"
#include "frontend/value/option_state.h"

bool option_is_main_s(const option_run *r, const decl *d)
{
    return d == r->counts || d == r->words;
}

/* --- What it sets ------------------------------------------------------------------------- */

static bool is_stream(const syntax *s)
{
    static const char *const names[] = {"stdin", "stdout", "stderr"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (s->kind == SYNTAX_NAME && s->decl && strcmp(s->decl->name, names[i]) == 0)
            return true;
    return false;
}

/* May it get an address that leads the function to more than one variable, named there? */
static bool leads_elsewhere(const syntax *given)
{
    const syntax *s = syntax_without_casts(given);
    const bool is_address =
        s->type && (s->type->kind == TYPE_POINTER || s->type->kind == TYPE_ARRAY);
    if (!is_address || s->kind == SYNTAX_STRING || is_stream(s) ||
        (s->kind == SYNTAX_NAME && !s->decl))
        return false;
    if (s->kind == SYNTAX_NAME && s->type->kind == TYPE_ARRAY && s->decl->kind == DECL_VARIABLE &&
        s->type->target && s->type->target->kind == TYPE_INT)
        return false; /* elements have no values here */
    const syntax *of = s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS ? s->child[0] : NULL;
    const bool is_variable = of && of->kind == SYNTAX_NAME && of->type;
    if (is_variable && !of->decl)
        return false; /* of the library's own: MPI_COMM_WORLD */
    return !is_variable || of->type->kind == TYPE_POINTER || of->type->kind == TYPE_RECORD;
}

/* Argument i, from 1, of a function without a body here, if that may write by it; or null. */
static const syntax *written_by(const syntax *call, int i)
{
    const decl *f = call->child[0]->decl;
    return library_may_write(f, i - 1) ? call->child[i] : NULL;
}

static bool is_library_call(const syntax *s)
{
    return s->kind == SYNTAX_CALL && !syntax_is_program_call(s);
}

/* Does a function of the library set more than the variables whose addresses it is given, or call
 * what may? */
static bool library_sets_elsewhere(const syntax *call)
{
    const char *name = syntax_callee_name(call);
    if (library_is_beginning(name))
        return false;
    const library_kind kind = library_kind_of(name);
    if (kind == LIBRARY_CALLS || kind == LIBRARY_LATER || kind == LIBRARY_JUMPS)
        return true;
    for (int i = 1; i < call->child_count; i++) {
        const syntax *given = written_by(call, i);
        if (given && leads_elsewhere(given))
            return true;
    }
    return false;
}

/* Does it set something by an address, or what is no variable, or call what may? */
bool option_sets_elsewhere(const syntax *s)
{
    if (!s)
        return false;
    if (syntax_is_program_call(s) || (is_library_call(s) && library_sets_elsewhere(s)))
        return true;
    const bool sets =
        s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC);
    if (sets && s->child[0]->kind != SYNTAX_NAME)
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (option_sets_elsewhere(syntax_part(s, i)))
            return true;
    return false;
}

/* Does it name a variable of a file so that it may be set? */
static bool sets_of_file(const syntax *s)
{
    if (!s)
        return false;
    const bool sets =
        s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_ADDRESS);
    const decl *d = sets && s->child[0]->kind == SYNTAX_NAME ? s->child[0]->decl : NULL;
    if (d && d->kind == DECL_VARIABLE && !d->function)
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (sets_of_file(syntax_part(s, i)))
            return true;
    return false;
}

void option_forget(option_run *r, const syntax *s)
{
    const bool all = option_sets_elsewhere(s);
    r->is_begun |= all || sets_of_file(s);
    for (int i = 0; i < r->cells.count; i++) {
        option_cell *cell = &r->cells.data[i];
        if (!option_is_main_s(r, cell->variable) && (all || syntax_sets(s, cell->variable)))
            cell->value = (option_value){0};
    }
}

/* --- What the words are ------------------------------------------------------------------- */

static bool is_letter(const c_type *type)
{
    return type && type->kind == TYPE_INT && type->bytes == 1;
}

/* Is it in an array or a structure that the program declares, not where a pointer leads? */
static bool is_in_own(const syntax *s)
{
    while (s->kind == SYNTAX_SUBSCRIPT && s->child[0]->type &&
           s->child[0]->type->kind == TYPE_ARRAY)
        s = s->child[0];
    return s->kind == SYNTAX_MEMBER ||
           (s->kind == SYNTAX_NAME && s->decl && s->decl->kind == DECL_VARIABLE);
}

/* A letter or a string that is set through a pointer, which may be a word, or argv. */
static bool stores_word(const syntax *s)
{
    const bool sets =
        s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_PRE_INC);
    const syntax *to = sets ? syntax_without_casts(s->child[0]) : NULL;
    if (!to || to->kind == SYNTAX_NAME || is_in_own(to))
        return false;
    return !to->type || is_letter(to->type) ||
           (to->type->kind == TYPE_POINTER && is_letter(to->type->target));
}

/* May what a function gets lead it to a word, or to argv? */
static bool may_be_word(const option_run *r, const syntax *given)
{
    const syntax *s = syntax_without_casts(given);
    if (syntax_names(s, r->words))
        return true;
    if (s->kind == SYNTAX_STRING || !s->type || s->type->kind != TYPE_POINTER)
        return false;
    const c_type *to = s->type->target;
    const bool is_address = s->kind == SYNTAX_UNARY && s->op == OPERATOR_ADDRESS;
    if (is_address && is_letter(to) && is_in_own(s->child[0]))
        return false;
    while (to && to->kind == TYPE_POINTER)
        to = to->target;
    return !to || is_letter(to) || to->kind == TYPE_VOID;
}

/* kept = argv: functions of the program find it there. argv[0] is none of the words. */
static bool keeps_word(const option_run *r, const syntax *s)
{
    if (s->kind != SYNTAX_ASSIGN || !s->type || s->type->kind != TYPE_POINTER)
        return false;
    const syntax *to = s->child[0], *from = syntax_without_casts(s->child[1]);
    const bool is_name = from->kind == SYNTAX_SUBSCRIPT && from->child[0]->kind == SYNTAX_NAME &&
                         from->child[1]->kind == SYNTAX_INT && from->child[1]->value == 0;
    const bool is_local = to->kind == SYNTAX_NAME && to->decl && to->decl->function;
    return !is_local && !is_name && syntax_names(from, r->words);
}

/* Does something that a function of the program finds by itself lead to a word? */
static bool is_word_known(const option_run *r)
{
    for (int i = 0; i < r->cells.count; i++) {
        const option_cell *cell = &r->cells.data[i];
        const bool is_word = cell->value.kind == OPTION_WORDS ||
                             (cell->value.kind == OPTION_TEXT && !cell->value.tree);
        if (is_word && !option_is_main_s(r, cell->variable))
            return true;
    }
    return false;
}

/* A call of something that may write to a word. */
static bool call_stores_word(const option_run *r, const syntax *call)
{
    const bool is_library = is_library_call(call);
    if (!is_library && is_word_known(r))
        return true;
    for (int i = 1; i < call->child_count; i++) {
        const syntax *given = is_library ? written_by(call, i) : call->child[i];
        if (given && may_be_word(r, given))
            return true;
    }
    return false;
}

/* MPI_Init and its like leave the program its own arguments. */
bool option_changes_words(const option_run *r, const syntax *s)
{
    const char *name = s && s->kind == SYNTAX_CALL ? syntax_callee_name(s) : NULL;
    if (!s || (name && library_is_beginning(name)))
        return false;
    if (stores_word(s) || keeps_word(r, s) || (s->kind == SYNTAX_CALL && call_stores_word(r, s)))
        return true;
    const bool sets =
        s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_ADDRESS);
    if (sets && s->child[0]->kind == SYNTAX_NAME && option_is_main_s(r, s->child[0]->decl))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (option_changes_words(r, syntax_part(s, i)))
            return true;
    return false;
}
