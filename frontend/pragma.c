#include "frontend/pragma.h"

#include <ctype.h>
#include <string.h>

#include "frontend/c_text.h"
#include "support/vec.h"

/* From a `#` at the beginning of a line to the end of its logical line. Returns
 * whether it is a pragma; its text is [*begin, *end). */
static bool scan_hash_line(c_text *s, size_t *begin, size_t *end)
{
    s->at++;
    c_text_skip_blanks(s);
    bool is_pragma = c_text_take_word(s, "pragma");
    *begin = s->at;
    while (s->at < s->length && s->text[s->at] != '\n') {
        if (c_text_skip_splice(s) || c_text_skip_comment(s))
            continue;
        if (s->text[s->at] == '"' || s->text[s->at] == '\'')
            c_text_skip_literal(s);
        else
            s->at++;
    }
    *end = s->at;
    return is_pragma;
}

/* _Pragma("text") */
static bool scan_operator(c_text *s, size_t *begin, size_t *end)
{
    c_text_skip_blanks(s);
    if (s->at >= s->length || s->text[s->at] != '(')
        return false;
    s->at++;
    c_text_skip_blanks(s);
    if (s->at >= s->length || s->text[s->at] != '"')
        return false;
    *begin = s->at + 1;
    c_text_skip_literal(s);
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
    c_text s = {source_text(file->file), 0, source_length(file->file)};
    bool at_line_start = true;
    while (s.at < s.length) {
        char c = s.text[s.at];
        size_t begin, end;
        if (c == '\n') {
            at_line_start = true;
            s.at++;
        } else if (c_text_skip_splice(&s) || c_text_skip_comment(&s)) {
            continue;
        } else if (c == '#' && at_line_start) {
            if (scan_hash_line(&s, &begin, &end))
                add_pragma(ctx, file, begin, end, out);
            else
                report_hidden(ctx, file, begin, end);
        } else if (c == '"' || c == '\'') {
            c_text_skip_literal(&s);
            at_line_start = false;
        } else if (isalnum((unsigned char)c) || c == '_') {
            if (!c_text_take_word(&s, "_Pragma"))
                c_text_skip_word(&s);
            else if (scan_operator(&s, &begin, &end))
                add_pragma(ctx, file, begin, end, out);
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
