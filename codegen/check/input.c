#include "codegen/check/input.h"

#include <string.h>

#include "codegen/text/edit.h"
#include "codegen/text/mention.h"
#include "codegen/text/part.h"

static bool is_one_of(const char *word, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}

typedef struct input_search {
    const program *all;
    const function *in; /* whose text is looked at */
    size_t at;          /* of the descriptor that a call gets */
    int id;             /* of its variable; -1: it is none */
} input_search;

/* Is that the number of standard input, and nothing more? */
static bool is_number_of_input(const char *text, size_t at)
{
    const size_t end = strlen(text);
    const size_t length = strncmp(text + at, "STDIN_FILENO", 12) == 0 ? 12 : text[at] == '0';
    const char *after = text + emit_skip_space(text, at + length, end);
    return length && *after && strchr(",;)", *after);
}

static bool find_descriptor(void *data, const outline_name *n)
{
    input_search *s = data;
    if (emit_begin(n->where) == s->at && n->use != NAME_CALL && !n->member)
        s->id = n->id;
    return s->id >= 0;
}

/* Is the variable set to that number, or its address taken? */
static bool sets_to_input(void *data, const outline_name *n)
{
    const input_search *s = data;
    if (n->id != s->id || n->use == NAME_READ || n->use == NAME_SIZEOF || n->use == NAME_CALL)
        return false;
    const char *text = source_text(n->head.file);
    const size_t end = strlen(text), at = emit_skip_space(text, emit_end(n->head), end);
    return n->use == NAME_ADDRESS || n->origin != NAME_OF_FILE ||
           (text[at] == '=' && is_number_of_input(text, emit_skip_space(text, at + 1, end)));
}

/* May a variable, which the call gets, have that number? A formal, too. */
static bool may_be_input(input_search *s)
{
    s->id = -1;
    if (!mention_some(s->in->outline, find_descriptor, s))
        return false;
    for (const function *f = s->all->functions; f; f = f->next)
        if (f->outline && mention_some(f->outline, sets_to_input, s))
            return true;
    for (int i = 0; i < s->in->formal_count; i++)
        if (storage_of_variable(s->in, s->in->formals[i]).id == s->id)
            return true;
    return false;
}

/* Is the descriptor that the call gets that of standard input, or one that a macro's text hides? */
static bool gets_input(input_search *s, const outline_name *n)
{
    if (n->origin != NAME_OF_FILE)
        return true;
    const char *text = source_text(n->head.file);
    const size_t end = strlen(text);
    s->at = emit_skip_space(text, emit_end(n->head), end);
    while (text[s->at] == '(')
        s->at = emit_skip_space(text, s->at + 1, end);
    return is_number_of_input(text, s->at) || may_be_input(s);
}

/* What reads it, or names it. */
static bool is_of_input(void *data, const outline_name *n)
{
    static const char *const words[] = {"scanf", "vscanf",           "getchar",  "wscanf",
                                        "gets",  "getchar_unlocked", "getwchar", "vwscanf",
                                        "stdin", "getwchar_unlocked"};
    static const char *const by_number[] = {"read", "readv", "fdopen", "dup", "dup2"};
    if (n->function)
        return false;
    return is_one_of(n->word, words, sizeof words / sizeof *words) ||
           (is_one_of(n->word, by_number, sizeof by_number / sizeof *by_number) &&
            gets_input(data, n));
}

/* Does the text of its file have the name of the file that standard input is? */
static bool is_by_path(const function *f)
{
    static const char *const paths[] = {"/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"};
    const char *text = f->text.file ? source_text(f->text.file) : "";
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        if (strstr(text, paths[i]))
            return true;
    return false;
}

bool emit_reads_input(const emitter *e)
{
    input_search s = {.all = e->planned->program};
    for (s.in = s.all->functions; s.in; s.in = s.in->next)
        if (s.in->outline && (mention_some(s.in->outline, is_of_input, &s) || is_by_path(s.in)))
            return true;
    return false;
}
