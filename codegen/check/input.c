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

/* Is the descriptor that the call gets that of standard input, or one that a macro's text hides? */
static bool gets_input(const outline_name *n)
{
    if (n->origin != NAME_OF_FILE)
        return true;
    const char *text = source_text(n->head.file);
    const size_t end = strlen(text);
    size_t at = emit_skip_space(text, emit_end(n->head), end);
    while (text[at] == '(')
        at = emit_skip_space(text, at + 1, end);
    const size_t length = strncmp(text + at, "STDIN_FILENO", 12) == 0 ? 12 : text[at] == '0';
    const char after = text[emit_skip_space(text, at + length, end)];
    return length && (after == ',' || after == ')');
}

/* What reads it, or names it. */
static bool is_of_input(void *data, const outline_name *n)
{
    static const char *const words[] = {"scanf", "vscanf",           "getchar",  "wscanf",
                                        "gets",  "getchar_unlocked", "getwchar", "vwscanf",
                                        "stdin", "getwchar_unlocked"};
    static const char *const by_number[] = {"read", "readv", "fdopen", "dup", "dup2"};
    (void)data;
    if (n->function)
        return false;
    return is_one_of(n->word, words, sizeof words / sizeof *words) ||
           (is_one_of(n->word, by_number, sizeof by_number / sizeof *by_number) && gets_input(n));
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
    for (const function *f = e->planned->program->functions; f; f = f->next)
        if (f->outline && (mention_some(f->outline, is_of_input, NULL) || is_by_path(f)))
            return true;
    return false;
}
