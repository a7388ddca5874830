#include "frontend/value/called_with.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/syntax/fold.h"
#include "frontend/syntax/library_function.h"
#include "frontend/value/option_loop.h"
#include "frontend/value/overwritten.h"
#include "frontend/value/syntax_copy.h"
#include "support/vec.h"

/* What a formal is known to hold. */
typedef enum formal_role {
    ROLE_UNKNOWN,
    ROLE_COUNT, /* argc */
    ROLE_WORDS  /* argv */
} formal_role;

typedef struct called_with {
    fp_context *ctx;
    c_program *source;
    int count; /* of the words, without the program's name */
    const char *const *word;
    formal_role *role; /* by declaration */
    VEC(const syntax *) calls;
    bool *is_unfollowed; /* by declaration: a function that may be called unseen */
} called_with;

static formal_role role_of(const called_with *w, const syntax *s)
{
    s = syntax_without_casts(s);
    return s && s->kind == SYNTAX_NAME && s->decl ? w->role[s->decl->id] : ROLE_UNKNOWN;
}

/* Does `s` change the variable? MPI_Init and its like leave the program its own arguments. */
static bool changes(const syntax *s, const decl *d)
{
    const char *name = s && s->kind == SYNTAX_CALL ? syntax_callee_name(s) : NULL;
    if (name && library_is_beginning(name))
        return false;
    const bool is_target =
        s && (s->kind == SYNTAX_ASSIGN || (s->kind == SYNTAX_UNARY && s->op >= OPERATOR_ADDRESS));
    if (is_target && s->child[0]->kind == SYNTAX_NAME && s->child[0]->decl == d)
        return true;
    for (int i = 0; s && i < s->child_count; i++)
        if (changes(syntax_part(s, i), d))
            return true;
    return false;
}

/* --- Functions that are handed both on ---------------------------------------------------- */

/* Lists calls of functions by their names; an address of one may be called from anywhere. */
static void find_calls(called_with *w, const syntax *s)
{
    if (!s)
        return;
    const bool is_call = s->kind == SYNTAX_CALL && syntax_callee_name(s) && s->child[0]->decl;
    if (is_call)
        VEC_PUSH(w->ctx->arena, &w->calls, s);
    else if (s->kind == SYNTAX_NAME && s->decl && s->decl->kind == DECL_FUNCTION)
        w->is_unfollowed[s->decl->id] = true;
    for (int i = is_call; i < s->child_count; i++)
        find_calls(w, syntax_part(s, i));
}

static formal_role role_handed(const called_with *w, const decl *f, int formal)
{
    formal_role role = ROLE_UNKNOWN;
    int calls = 0;
    for (int i = 0; i < w->calls.count; i++) {
        const syntax *call = w->calls.data[i];
        if (call->child[0]->decl != f)
            continue;
        formal_role here =
            formal + 1 < call->child_count ? role_of(w, call->child[formal + 1]) : ROLE_UNKNOWN;
        role = calls++ && here != role ? ROLE_UNKNOWN : here;
        if (role == ROLE_UNKNOWN)
            break;
    }
    return role != ROLE_UNKNOWN && changes(f->body, f->formals[formal]) ? ROLE_UNKNOWN : role;
}

/* Formals that get main's, until there are no more. */
static void follow_calls(called_with *w)
{
    for (int i = 0; i < w->source->function_count; i++)
        find_calls(w, w->source->functions[i]->body);
    for (int i = 0; i < w->source->decl_count; i++)
        if (!w->source->decls[i]->function)
            find_calls(w, w->source->decls[i]->init);
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (int i = 0; i < w->source->function_count; i++) {
            const decl *f = w->source->functions[i];
            const bool is_followed = !w->is_unfollowed[f->id] && !f->is_replaceable;
            for (int k = 0; k < f->formal_count && is_followed; k++) {
                formal_role *role = &w->role[f->formals[k]->id];
                if (*role == ROLE_UNKNOWN && (*role = role_handed(w, f, k)) != ROLE_UNKNOWN)
                    is_changed = true;
            }
        }
    }
}

/* --- Numbers ---------------------------------------------------------------------- */

/* A function of <stdlib.h> that reads an integer: one of decimal digits, or strtol's kin. */
static bool reads_integer(const syntax *call, bool *has_base)
{
    static const char *const names[] = {"atoi",    "atol",    "atoll",   "strtol",
                                        "strtoul", "strtoll", "strtoull"};
    const char *name = syntax_callee_name(call);
    for (int i = 0; name && i < (int)(sizeof names / sizeof *names); i++)
        if (strcmp(name, names[i]) == 0) {
            *has_base = strncmp(name, "strto", 5) == 0;
            return !call->child[0]->decl->body && call->child_count == (*has_base ? 4 : 2);
        }
    return false;
}

/* argv[e] */
static bool is_word(const called_with *w, const syntax *s)
{
    s = syntax_without_casts(s);
    return s && s->kind == SYNTAX_SUBSCRIPT && role_of(w, s->child[0]) == ROLE_WORDS;
}

/* argv[2]: the word; null: it is none, or the program has not so many. */
static const char *word_at(const called_with *w, const syntax *s)
{
    if (!is_word(w, s))
        return NULL;
    s = syntax_without_casts(s);
    const syntax *index = syntax_without_casts(s->child[1]);
    bool is_word = index->kind == SYNTAX_INT && index->value >= 1 && index->value <= w->count;
    return is_word ? w->word[index->value - 1] : NULL;
}

static bool is_number(const syntax *s, int64_t *value)
{
    s = syntax_without_casts(s);
    *value = s && s->kind == SYNTAX_INT ? s->value : 0;
    return s && s->kind == SYNTAX_INT;
}

/* What the call returns: a number that its type holds. */
static bool number_of(const called_with *w, const syntax *call, int64_t *value)
{
    bool has_base;
    int64_t end, base = 10;
    if (call->kind != SYNTAX_CALL || !reads_integer(call, &has_base))
        return false;
    const char *word = word_at(w, call->child[1]);
    /* Where its second argument is an address, the call sets that, too. */
    if (!word || (has_base && (!is_number(call->child[2], &end) || end != 0 ||
                               !is_number(call->child[3], &base) || base < 0 || base > 36)))
        return false;
    errno = 0;
    *value = strtoll(word, NULL, (int)base);
    const int64_t most =
        call->type->bytes < 8 ? (INT64_C(1) << (8 * call->type->bytes - 1)) - 1 : INT64_MAX;
    return errno == 0 && *value <= most && *value >= (call->type->is_unsigned ? 0 : -most - 1);
}

/* What is made of numbers alone; false: it is made of something else. */
static bool is_made_of_numbers(const syntax *s, int64_t *value)
{
    int64_t left, right;
    s = syntax_without_casts(s);
    if (is_number(s, value))
        return true;
    if ((s->kind != SYNTAX_UNARY && s->kind != SYNTAX_BINARY) ||
        !is_made_of_numbers(s->child[0], &left))
        return false;
    if (s->kind == SYNTAX_UNARY)
        return syntax_fold_unary(s->op, left, value);
    const bool is_or = s->op == OPERATOR_LOGICAL_OR;
    *value = is_or;
    return ((is_or || s->op == OPERATOR_LOGICAL_AND) && (left == 0) != is_or) ||
           (is_made_of_numbers(s->child[1], &right) &&
            syntax_fold_binary(s->op, left, right, value));
}

/* Is it of that type, or a number that it holds? */
static bool is_of_type(const syntax *s, const c_type *type)
{
    if (s->type == type)
        return true;
    return s->kind == SYNTAX_INT && !s->converted && type->kind == TYPE_INT &&
           c_type_holds(type, s->type);
}

/* What an `if` or `?:` on the arguments has that they do not choose goes: nothing of it happens. */
static void choose(const called_with *w, syntax *s)
{
    int64_t holds;
    if (syntax_has(s, SYNTAX_LABEL) || !is_made_of_numbers(s->child[0], &holds))
        return;
    const int chosen = holds ? 1 : 2;
    s->child[0] = syntax_number_at(w->ctx, s->child[0], s->child[0]->type, holds);
    if (s->kind == SYNTAX_IF) {
        syntax *none = syntax_new_at(w->ctx, s, SYNTAX_EMPTY, 0);
        if (chosen == 1 && s->child[2])
            s->child[2] = none;
        else if (chosen == 2)
            s->child[1] = none;
    } else if (is_of_type(s->child[chosen], s->type)) {
        const syntax was = *s;
        *s = *s->child[chosen];
        s->type = was.type;
        s->converted = s->converted ? s->converted : was.converted;
    }
}

/* The statement of the body that the value leads to; -1: to none, -2: not known. */
static int find_case(const syntax *body, int64_t value)
{
    int found = -1, fallback = -1;
    for (int i = 0; i < body->child_count; i++) {
        const syntax *s = body->child[i];
        for (; s && s->kind == SYNTAX_CASE; s = s->child[0]) {
            int64_t label;
            if (s->is_default)
                fallback = i;
            else if (!s->label || !is_number(s->label, &label))
                return -2;
            else if (label == value)
                found = i;
        }
        if (syntax_has_inner_case(s) || (s && s->kind == SYNTAX_DECLARATION))
            return -2;
    }
    return found >= 0 ? found : fallback;
}

/* Puts what is executed from statement `at` on into `block`; false: a jump in it may end it. */
static bool take_case(const syntax *body, int at, syntax *block)
{
    for (; at < body->child_count; at++) {
        const syntax *s = body->child[at];
        while (s && s->kind == SYNTAX_CASE)
            s = s->child[0];
        if (s && s->kind == SYNTAX_BREAK)
            return s->child_count == 0;
        if (s && syntax_may_break(s))
            return false;
        if (s)
            block->child[block->child_count++] = s;
    }
    return true;
}

/* Of a switch on the number of arguments only what is executed stays. */
static void choose_case(const called_with *w, syntax *s)
{
    int64_t value;
    const syntax *body = s->child[1];
    const int least = body->kind == SYNTAX_BLOCK ? body->child_count : 0;
    syntax *block = syntax_new_at(w->ctx, body, SYNTAX_BLOCK, least);
    block->child_count = 0;
    if (!least || syntax_has(body, SYNTAX_LABEL) || !is_made_of_numbers(s->child[0], &value))
        return;
    const int at = find_case(body, value);
    if (at == -2 || (at >= 0 && !take_case(body, at, block)))
        return;
    block->where = s->where;
    *s = *block;
}

/* Returns whether there is one now. */
static bool put_numbers(const called_with *w, syntax *s)
{
    if (!s)
        return false;
    int64_t value = w->count + 1;
    if ((s->kind == SYNTAX_NAME && role_of(w, s) == ROLE_COUNT) || number_of(w, s, &value)) {
        *s = *syntax_number_at(w->ctx, s, s->type, value);
        return true;
    }
    bool has_numbers = false, is_on_numbers = false;
    for (int i = 0; i < s->child_count; i++) {
        bool has = put_numbers(w, (syntax *)syntax_part(s, i));
        has_numbers |= has;
        is_on_numbers |= has && i == 0;
    }
    if (is_on_numbers && (s->kind == SYNTAX_IF || s->kind == SYNTAX_CONDITIONAL))
        choose(w, s);
    else if (is_on_numbers && s->kind == SYNTAX_SWITCH)
        choose_case(w, s);
    return has_numbers;
}

/* --- The program ------------------------------------------------------------------ */

static const decl *main_of(const c_program *source)
{
    for (int i = 0; i < source->function_count; i++)
        if (strcmp(source->functions[i]->name, "main") == 0)
            return source->functions[i];
    return NULL;
}

static called_with begin(fp_context *ctx, c_program *source)
{
    return (called_with){.ctx = ctx,
                         .source = source,
                         .role = ARENA_ARRAY(ctx->arena, source->decl_count, formal_role),
                         .is_unfollowed = ARENA_ARRAY(ctx->arena, source->decl_count, bool)};
}

/* Main's formals, those that it leaves as they are. */
static bool take_formals(const called_with *w, const decl *f)
{
    if (f->formal_count < 2) {
        diag_report(w->ctx->diags, DIAG_WARNING, "arguments", f->where,
                    "--arguments: 'main' takes none; declare it as main(int argc, char **argv), or "
                    "leave the option out");
        return false;
    }
    for (int k = 0; k < 2; k++) {
        const decl *formal = f->formals[k];
        if (changes(f->body, formal))
            diag_report(w->ctx->diags, DIAG_WARNING, "arguments", formal->where,
                        "--arguments: 'main' changes '%s', so what the program makes of its "
                        "arguments is not followed; say the values with --set",
                        formal->name);
        else
            w->role[formal->id] = k ? ROLE_WORDS : ROLE_COUNT;
    }
    return true;
}

/* Is a number read from a word somewhere in it? */
static bool reads_word(const called_with *w, const syntax *s)
{
    bool has_base;
    if (!s)
        return false;
    if (s->kind == SYNTAX_CALL && reads_integer(s, &has_base) && is_word(w, s->child[1]))
        return true;
    for (int i = 0; i < s->child_count; i++)
        if (reads_word(w, syntax_part(s, i)))
            return true;
    return false;
}

/* n, where the formal is what `&n` is handed to. */
static void mark_handed(const called_with *w, const decl *formal)
{
    const decl *f = formal->function;
    for (int i = 0; i < w->calls.count; i++) {
        const syntax *call = w->calls.data[i];
        for (int k = 0; call->child[0]->decl == f && k < f->formal_count; k++) {
            const syntax *given = k + 1 < call->child_count ? call->child[k + 1] : NULL;
            const bool is_address = given && given->kind == SYNTAX_UNARY &&
                                    given->op == OPERATOR_ADDRESS && f->formals[k] == formal;
            const decl *d = is_address ? syntax_scalar_name(given->child[0]) : NULL;
            if (d)
                w->source->decls[d->id]->is_word = true;
        }
    }
}

static void mark(const called_with *w, const syntax *s)
{
    if (!s)
        return;
    const syntax *to = s->kind == SYNTAX_ASSIGN && reads_word(w, s->child[1]) ? s->child[0] : NULL;
    const decl *d = to ? syntax_scalar_name(to) : NULL;
    const syntax *led =
        to && to->kind == SYNTAX_UNARY && to->op == OPERATOR_DEREF ? to->child[0] : NULL;
    if (d)
        w->source->decls[d->id]->is_word = true;
    else if (led && led->kind == SYNTAX_NAME && led->decl && led->decl->kind == DECL_FORMAL)
        mark_handed(w, led->decl);
    for (int i = 0; i < s->child_count; i++)
        mark(w, syntax_part(s, i));
}

static void mark_all(const called_with *w)
{
    for (int i = 0; i < w->source->function_count; i++)
        mark(w, w->source->functions[i]->body);
    for (int i = 0; i < w->source->decl_count; i++)
        w->source->decls[i]->is_word |= reads_word(w, w->source->decls[i]->init);
}

void value_take_called_with(fp_context *ctx, c_program *source, const pragma_list *pragmas,
                            int count, const char *const *arguments)
{
    const decl *f = main_of(source);
    called_with w = begin(ctx, source);
    w.count = count;
    w.word = arguments;
    if (f)
        value_run_options(ctx, source, pragmas, f, count, arguments);
    if (!f || !take_formals(&w, f))
        return;
    follow_calls(&w);
    mark_all(&w);
    for (int i = 0; i < source->decl_count; i++) { /* nothing asks for the words again */
        source->decls[i]->is_told_by_word = source->decls[i]->is_word;
        source->decls[i]->is_word = false;
    }
    for (int i = 0; i < source->function_count; i++)
        put_numbers(&w, (syntax *)source->functions[i]->body);
    for (int i = 0; i < source->decl_count; i++)
        for (int k = 0; k < source->decls[i]->rank; k++)
            put_numbers(&w, (syntax *)source->decls[i]->extent[k]);
    value_put_overwritten(ctx, source, f);
}

void value_mark_words(fp_context *ctx, c_program *source)
{
    const decl *f = main_of(source);
    called_with w = begin(ctx, source);
    if (f && f->formal_count >= 2)
        source->decls[f->formals[0]->id]->is_word = true;
    for (int k = 0; f && f->formal_count >= 2 && k < 2; k++)
        if (!changes(f->body, f->formals[k]))
            w.role[f->formals[k]->id] = k ? ROLE_WORDS : ROLE_COUNT;
    if (!f || f->formal_count < 2 || w.role[f->formals[1]->id] == ROLE_UNKNOWN)
        return;
    follow_calls(&w);
    for (int i = 0; i < source->decl_count; i++)
        source->decls[i]->is_words = w.role[i] != ROLE_UNKNOWN;
    mark_all(&w);
}
