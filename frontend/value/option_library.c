#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "frontend/value/option_state.h"

static bool is_one_of(const char *name, int count, const char *const *of)
{
    for (int i = 0; i < count; i++)
        if (strcmp(name, of[i]) == 0)
            return true;
    return false;
}

#define IS_ONE_OF(name, ...)                                                                       \
    is_one_of((name), (int)(sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *)),               \
              (const char *[]){__VA_ARGS__})

/* The bytes of a string; null: it is none. */
static const char *bytes_of(const option_value *v)
{
    return v->kind == OPTION_TEXT && v->number >= 0 && v->number <= (int64_t)strlen(v->text)
               ? v->text + v->number
               : NULL;
}

/* strcmp(a, b) and its kin: their sign is what C says of the value. */
static option_value compare(option_run *r, const syntax *call, const char *name)
{
    const bool is_counted = strncmp(name, "strn", 4) == 0;
    const option_value a = option_value_of(r, call->child[1]);
    const option_value b = option_value_of(r, call->child[2]);
    const option_value most =
        is_counted ? option_value_of(r, call->child[3]) : option_number(INT64_MAX);
    const char *left = bytes_of(&a), *right = bytes_of(&b);
    if (!left || !right || most.kind != OPTION_NUMBER || most.number < 0)
        return (option_value){0};
    const bool is_folded = strstr(name, "case");
    const int order = is_folded ? strncasecmp(left, right, (size_t)most.number)
                                : strncmp(left, right, (size_t)most.number);
    return option_number((order > 0) - (order < 0));
}

/* atoi, strtol and their kin: a number that the type holds. */
static option_value read_integer(option_run *r, const syntax *call, bool has_base)
{
    const option_value text = option_value_of(r, call->child[1]);
    option_value end = option_number(0), base = option_number(10);
    if (has_base) {
        end = option_value_of(r, call->child[2]);
        base = option_value_of(r, call->child[3]);
    }
    const char *bytes = bytes_of(&text);
    if (!bytes || end.kind != OPTION_NUMBER || base.kind != OPTION_NUMBER || base.number < 0 ||
        base.number > 36)
        return end.kind == OPTION_NUMBER ? (option_value){0} : option_lose(r);
    errno = 0;
    const int64_t value = strtoll(bytes, NULL, (int)base.number);
    const int64_t most =
        call->type->bytes < 8 ? (INT64_C(1) << (8 * call->type->bytes - 1)) - 1 : INT64_MAX;
    const int64_t least = call->type->is_unsigned ? 0 : -most - 1;
    return errno == 0 && value <= most && value >= least ? option_number(value) : (option_value){0};
}

/* --- getopt --------------------------------------------------------------------------------- */

/* A variable of the library that the call sets; null: the program does not name it. */
static const decl *library_variable(const option_run *r, const char *name)
{
    for (int i = 0; i < r->source->decl_count; i++) {
        const decl *d = r->source->decls[i];
        if (d->kind == DECL_VARIABLE && !d->function && strcmp(d->name, name) == 0)
            return d;
    }
    return NULL;
}

static void set_library(option_run *r, const char *name, option_value v)
{
    const decl *d = library_variable(r, name);
    if (d)
        option_set(r, d, NULL, d->type, v);
}

static option_value word_from(const option_run *r, int word, int at)
{
    return (option_value){
        .kind = OPTION_TEXT, .text = r->word[word - 1], .word = word, .number = at};
}

/* Does the program set optind, to begin elsewhere or again? */
static bool sets_library(const option_run *r, const char *name)
{
    const decl *d = library_variable(r, name);
    for (int i = 0; d && i < r->source->function_count; i++)
        if (syntax_sets(r->source->functions[i]->body, d))
            return true;
    return false;
}

/* Letters that change how getopt goes over the words, of GNU. */
static bool has_other_order(const char *allowed)
{
    return allowed[0] == '-' || allowed[0] == '+' || strchr(allowed, ';');
}

/* getopt(argc, argv, "n:v") as POSIX has it; words that are no options and stand before some,
 * which GNU's moves, end it only where no option comes after them. */
static option_value get_option(option_run *r, const syntax *call)
{
    const option_value count = option_value_of(r, call->child[1]);
    const option_value words = option_value_of(r, call->child[2]);
    const option_value letters = option_value_of(r, call->child[3]);
    const char *allowed = bytes_of(&letters);
    if (count.kind != OPTION_NUMBER || count.number != r->count + 1 || words.kind != OPTION_WORDS ||
        words.number != 0 || !allowed || has_other_order(allowed) || r->has_other_pass ||
        sets_library(r, "optind"))
        return option_lose(r);
    int at = r->next_word ? r->next_word : 1;
    const char *word = at <= r->count ? r->word[at - 1] : "";
    const bool is_operand = word[0] != '-' || word[1] == 0, is_last_one = strcmp(word, "--") == 0;
    if (r->next_letter == 0 && (is_operand || is_last_one)) {
        r->next_word = at + is_last_one;
        for (int k = at + 1; k <= r->count && is_operand; k++)
            if (r->word[k - 1][0] == '-')
                return option_lose(r);
        set_library(r, "optind", option_number(r->next_word));
        set_library(r, "optarg", option_number(0));
        return option_number(-1);
    }
    const int letter_at = r->next_letter ? r->next_letter : 1;
    const char letter = word[letter_at];
    const char *found = letter == ':' ? NULL : strchr(allowed, letter);
    bool is_last = word[letter_at + 1] == 0;
    option_value given = option_number(0);
    if (!found || (found[1] == ':' && found[2] == ':'))
        return option_lose(r); /* it prints that there is none */
    if (found[1] == ':') {
        if (is_last && at + 1 > r->count)
            return option_lose(r);
        given = is_last ? word_from(r, at + 1, 0) : word_from(r, at, letter_at + 1);
        at += is_last;
        is_last = true;
    }
    r->next_word = at + is_last;
    r->next_letter = is_last ? 0 : letter_at + 1;
    set_library(r, "optarg", given);
    set_library(r, "optind", option_number(r->next_word));
    return option_number(letter);
}

/* --- All ------------------------------------------------------------------------------------ */

/* What it prints is printed where the statement was. */
static option_value print(option_run *r, const syntax *call)
{
    syntax *copy = option_copy(r, call);
    if (!copy)
        return option_lose(r);
    VEC_PUSH(r->ctx->arena, &r->printed, copy);
    return (option_value){0};
}

/* strchr(text, letter) */
static option_value find_letter(option_run *r, const syntax *call)
{
    option_value text = option_value_of(r, call->child[1]);
    const option_value letter = option_value_of(r, call->child[2]);
    const char *bytes = bytes_of(&text);
    if (!bytes || letter.kind != OPTION_NUMBER)
        return (option_value){0};
    const char *found = strchr(bytes, (int)letter.number);
    if (!found)
        return option_number(0);
    text.number = found - text.text;
    return text;
}

static option_value length(option_run *r, const syntax *call)
{
    const option_value text = option_value_of(r, call->child[1]);
    const char *bytes = bytes_of(&text);
    return bytes ? option_number((int64_t)strlen(bytes)) : (option_value){0};
}

/* atof(text), strtod(text, NULL) */
static option_value read_floating(option_run *r, const syntax *call)
{
    const option_value text = option_value_of(r, call->child[1]);
    for (int i = 2; i < call->child_count; i++) {
        const option_value end = option_value_of(r, call->child[i]);
        if (end.kind != OPTION_NUMBER)
            return option_lose(r);
    }
    syntax *word = option_tree_of(r, &text, call->child[1], call->child[1]->type);
    if (!word || text.kind != OPTION_TEXT)
        return (option_value){0};
    syntax *copy = arena_copy(r->ctx->arena, call, sizeof *call);
    copy->child =
        arena_copy(r->ctx->arena, call->child, (size_t)call->child_count * sizeof *call->child);
    copy->child[1] = word;
    return (option_value){.kind = OPTION_TREE, .tree = copy};
}

static option_value test_digit(option_run *r, const syntax *call)
{
    const option_value letter = option_value_of(r, call->child[1]);
    return letter.kind == OPTION_NUMBER
               ? option_number(letter.number >= '0' && letter.number <= '9')
               : (option_value){0};
}

option_value option_library(option_run *r, const syntax *call, const char *name)
{
    const int count = call->child_count - 1;
    if (count == 2 && IS_ONE_OF(name, "strcmp", "strcasecmp"))
        return compare(r, call, name);
    if (count == 3 && IS_ONE_OF(name, "strncmp", "strncasecmp"))
        return compare(r, call, name);
    if (count == 1 && IS_ONE_OF(name, "atoi", "atol", "atoll"))
        return read_integer(r, call, false);
    if (count == 3 && IS_ONE_OF(name, "strtol", "strtoll", "strtoul", "strtoull"))
        return read_integer(r, call, true);
    if (IS_ONE_OF(name, "atof", "strtod", "strtof"))
        return read_floating(r, call);
    if (count == 2 && strcmp(name, "strchr") == 0)
        return find_letter(r, call);
    if (count == 1 && strcmp(name, "strlen") == 0)
        return length(r, call);
    if (count == 1 && strcmp(name, "isdigit") == 0)
        return test_digit(r, call);
    if (count == 3 && strcmp(name, "getopt") == 0)
        return get_option(r, call);
    if (IS_ONE_OF(name, "printf", "fprintf", "puts", "fputs", "putchar", "fflush"))
        return print(r, call);
    return option_lose(r);
}
