#include "frontend/pragma.h"

#include <ctype.h>
#include <string.h>

#include "support/vec.h"

typedef struct scanner {
    const char *text;
    size_t at, length;
} scanner;

/* Skips a backslash at a line's end, which joins two lines. */
static bool skip_splice(scanner *s)
{
    size_t i = s->at;
    if (i >= s->length || s->text[i] != '\\')
        return false;
    i++;
    if (i < s->length && s->text[i] == '\r')
        i++;
    if (i >= s->length || s->text[i] != '\n')
        return false;
    s->at = i + 1;
    return true;
}

static bool skip_comment(scanner *s)
{
    if (s->at + 1 >= s->length || s->text[s->at] != '/')
        return false;
    if (s->text[s->at + 1] == '*') {
        size_t i = s->at + 2;
        while (i + 1 < s->length && !(s->text[i] == '*' && s->text[i + 1] == '/'))
            i++;
        s->at = i + 2 < s->length ? i + 2 : s->length;
        return true;
    }
    if (s->text[s->at + 1] != '/')
        return false;
    while (s->at < s->length && s->text[s->at] != '\n')
        if (!skip_splice(s))
            s->at++;
    return true;
}

static void skip_literal(scanner *s)
{
    char quote = s->text[s->at++];
    while (s->at < s->length && s->text[s->at] != quote && s->text[s->at] != '\n') {
        if (skip_splice(s))
            continue;
        s->at += s->text[s->at] == '\\' && s->at + 1 < s->length ? 2 : 1;
    }
    s->at += s->at < s->length;
}

static void skip_blanks(scanner *s)
{
    while (s->at < s->length) {
        char c = s->text[s->at];
        if (c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r')
            s->at++;
        else if (!skip_splice(s) && !skip_comment(s))
            return;
    }
}

static bool take_word(scanner *s, const char *word)
{
    size_t length = strlen(word);
    if (s->length - s->at < length || memcmp(s->text + s->at, word, length) != 0)
        return false;
    unsigned char after = s->at + length < s->length ? (unsigned char)s->text[s->at + length] : ' ';
    if (isalnum(after) || after == '_')
        return false;
    s->at += length;
    return true;
}

/* From a `#` at the beginning of a line to the end of its logical line. Returns
 * whether it is a pragma; its text is [*begin, *end). */
static bool scan_hash_line(scanner *s, size_t *begin, size_t *end)
{
    s->at++;
    skip_blanks(s);
    bool is_pragma = take_word(s, "pragma");
    *begin = s->at;
    while (s->at < s->length && s->text[s->at] != '\n') {
        if (skip_splice(s) || skip_comment(s))
            continue;
        if (s->text[s->at] == '"' || s->text[s->at] == '\'')
            skip_literal(s);
        else
            s->at++;
    }
    *end = s->at;
    return is_pragma;
}

/* _Pragma("text") */
static bool scan_operator(scanner *s, size_t *begin, size_t *end)
{
    skip_blanks(s);
    if (s->at >= s->length || s->text[s->at] != '(')
        return false;
    s->at++;
    skip_blanks(s);
    if (s->at >= s->length || s->text[s->at] != '"')
        return false;
    *begin = s->at + 1;
    skip_literal(s);
    *end = s->at - 1;
    return true;
}

typedef VEC(pragma) pragma_vec;

static void add_pragma(fp_context *ctx, const user_file *file, size_t begin, size_t end,
                       pragma_vec *out)
{
    pragma p = {.text = source_range_of(file->file, begin, end)};
    for (int i = 0; i < file->skipped_count; i++)
        if (source_contains(file->skipped[i], p.text))
            return;
    p.directives = directive_parse(ctx, p.text);
    if (p.directives)
        VEC_PUSH(ctx->arena, out, p);
}

/* A directive in a macro's body has no statement of its own to stand before. */
static void report_hidden(fp_context *ctx, const user_file *file, size_t begin, size_t end)
{
    static const char *const ours[] = {"_Pragma(\"hpf ", "_Pragma(\"xmp ", "_Pragma(\"fpredict "};
    const char *text = source_text(file->file);
    for (size_t at = begin; at < end; at++)
        for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
            size_t length = strlen(ours[i]);
            if (end - at >= length && memcmp(text + at, ours[i], length) == 0)
                diag_report(ctx->diags, DIAG_WARNING, "hidden-directive",
                            source_range_of(file->file, at, at + length),
                            "a directive in a macro's body is not seen; write it out where the "
                            "macro is used");
        }
}

static void scan_file(fp_context *ctx, const user_file *file, pragma_vec *out)
{
    scanner s = {source_text(file->file), 0, source_length(file->file)};
    bool at_line_start = true;
    while (s.at < s.length) {
        char c = s.text[s.at];
        size_t begin, end;
        if (c == '\n') {
            at_line_start = true;
            s.at++;
        } else if (skip_splice(&s) || skip_comment(&s)) {
            continue;
        } else if (c == '#' && at_line_start) {
            if (scan_hash_line(&s, &begin, &end))
                add_pragma(ctx, file, begin, end, out);
            else
                report_hidden(ctx, file, begin, end);
        } else if (c == '"' || c == '\'') {
            skip_literal(&s);
            at_line_start = false;
        } else if (isalnum((unsigned char)c) || c == '_') {
            if (take_word(&s, "_Pragma")) {
                if (scan_operator(&s, &begin, &end))
                    add_pragma(ctx, file, begin, end, out);
            } else {
                while (s.at < s.length &&
                       (isalnum((unsigned char)s.text[s.at]) || s.text[s.at] == '_'))
                    s.at++;
            }
            at_line_start = false;
        } else {
            at_line_start = at_line_start && isspace((unsigned char)c);
            s.at++;
        }
    }
}

pragma_list pragma_read(fp_context *ctx, const c_unit *unit)
{
    pragma_vec found = {0};
    for (int i = 0; i < unit->file_count; i++)
        scan_file(ctx, &unit->files[i], &found);
    return (pragma_list){found.count, found.data};
}
