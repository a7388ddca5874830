#include <ctype.h>
#include <string.h>

#include "driver/fpredict_cc/fpredict_cc.h"
#include "support/context.h"

typedef struct scan {
    const cc_command *command;
    cc_mentions found;
} scan;

static bool is_word_character(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Is one of the words that begin a directive among the text's words? */
static bool has_directive_word(const char *text, size_t length)
{
    static const char *const words[] = {"hpf", "xmp", "fpredict"};
    for (size_t at = 0; at < length;) {
        if (!is_word_character(text[at])) {
            at++;
            continue;
        }
        size_t begin = at;
        while (at < length && is_word_character(text[at]))
            at++;
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (at - begin == strlen(words[i]) && !memcmp(text + begin, words[i], at - begin))
                return true;
    }
    return false;
}

static void scan_text(scan *s, const char *path, const char *text, size_t length);

/* Scans the file of that name; returns whether there is one. */
static bool scan_file(scan *s, const char *path)
{
    if (cc_is_read_once(path)) {
        s->found.fifo = path; /* the compiler will read it */
        return true;
    }
    const source_file *file = source_open(s->command->files, path);
    for (int i = 0; file && i < s->found.headers.count; i++)
        if (s->found.headers.data[i] == file)
            return true;
    if (!file)
        return false;
    VEC_PUSH(s->command->arena, &s->found.headers, file);
    scan_text(s, source_path(file), source_text(file), source_length(file));
    return true;
}

/* Follows an #include of `name` in the file `from`: beside it, then in the
 * folders of -I and its kind. Headers of the system hold no directives. */
static void scan_include(scan *s, const char *from, const char *name)
{
    arena *a = s->command->arena;
    const char *slash = strrchr(from, '/');
    const char *beside = slash ? arena_printf(a, "%.*s/%s", (int)(slash - from), from, name) : name;
    bool is_found = scan_file(s, name[0] == '/' ? name : beside);
    for (int i = 0; !is_found && i < s->command->include_dirs.count; i++)
        is_found = scan_file(s, arena_printf(a, "%s/%s", s->command->include_dirs.data[i], name));
}

/* Returns the name that a line includes, or null. */
static const char *included_name(arena *a, const char *line, size_t length)
{
    size_t at = 0;
    const char *const tokens[] = {"#", "include"};
    for (size_t i = 0; i < 2; i++) {
        while (at < length && (line[at] == ' ' || line[at] == '\t'))
            at++;
        size_t token = strlen(tokens[i]);
        if (length - at < token || memcmp(line + at, tokens[i], token) != 0)
            return NULL;
        at += token;
    }
    while (at < length && (line[at] == ' ' || line[at] == '\t'))
        at++;
    if (at == length || (line[at] != '"' && line[at] != '<'))
        return NULL;
    const char *end = memchr(line + at + 1, line[at] == '"' ? '"' : '>', length - at - 1);
    return end ? arena_strndup(a, line + at + 1, (size_t)(end - (line + at + 1))) : NULL;
}

static void scan_text(scan *s, const char *path, const char *text, size_t length)
{
    s->found.directives = s->found.directives || has_directive_word(text, length);
    for (size_t at = 0; at < length;) {
        const char *newline = memchr(text + at, '\n', length - at);
        size_t end = newline ? (size_t)(newline - text) : length;
        const char *name = included_name(s->command->arena, text + at, end - at);
        if (name)
            scan_include(s, path, name);
        at = end + 1;
    }
}

cc_mentions cc_mentions_in(const cc_command *command, const char *path, const char *text,
                           size_t length)
{
    scan s = {.command = command};
    for (int i = 0; i < command->forced.count; i++) {
        const char *name = command->forced.data[i];
        const cc_input *input = cc_input_find(&command->inputs, name);
        if (input && input->descriptor < 0)
            s.found.fifo = name;
        if (input)
            scan_text(&s, name, input->text, input->length);
        else
            scan_include(&s, "", name);
    }
    scan_text(&s, path, text, length);
    return s.found;
}
