#include "frontend/directive/token.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Either a part of a file or a text by itself, all of it at one place. */
typedef struct scanner {
    fp_context *ctx;
    const char *text;
    size_t at, end;
    const source_file *file; /* null: use `fixed` */
    source_range fixed;
} scanner;

/* Those of directives, and C's. */
static const char *const puncts[] = {
    "<<=", ">>=", "...", "::", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "**",
    "##",  "->",  "++",  "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};

/* Clang takes `$` and letters beyond ASCII, which UTF-8 writes in bytes from 128
 * on, into names. */
static bool is_name_start(char c)
{
    return isalpha((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 128;
}

static bool is_name_part(char c)
{
    return isdigit((unsigned char)c) || is_name_start(c);
}

static char peek(const scanner *s, size_t ahead)
{
    return s->at + ahead < s->end ? s->text[s->at + ahead] : '\0';
}

/* The bytes of a backslash with its newline, so far ahead; 0: there is none. */
static size_t continuation_length(const scanner *s, size_t ahead)
{
    if (peek(s, ahead) != '\\')
        return 0;
    bool has_return = peek(s, ahead + 1) == '\r';
    return peek(s, ahead + 1 + has_return) == '\n' ? 2 + (size_t)has_return : 0;
}

/* Skips one backslash with its newline; returns whether there was one. */
static bool skip_continuation(scanner *s)
{
    size_t length = continuation_length(s, 0);
    s->at += length;
    return length > 0;
}

/* Skips one comment; returns whether there was one. */
static bool skip_comment(scanner *s)
{
    if (peek(s, 0) != '/' || (peek(s, 1) != '*' && peek(s, 1) != '/'))
        return false;
    bool is_block = peek(s, 1) == '*';
    s->at += 2;
    if (!is_block) {
        while (s->at < s->end && peek(s, 0) != '\n')
            s->at += peek(s, 0) == '\\' && s->at + 1 < s->end ? 2 : 1;
        return true;
    }
    while (s->at < s->end && !(peek(s, 0) == '*' && peek(s, 1) == '/'))
        s->at++;
    s->at = s->at + 2 < s->end ? s->at + 2 : s->end;
    return true;
}

/* Returns whether there were any; a continuation alone is none. */
static bool skip_blanks(scanner *s)
{
    bool has_any = false;
    while (s->at < s->end) {
        if (isspace((unsigned char)peek(s, 0))) {
            s->at++;
            has_any = true;
        } else if (skip_comment(s)) {
            has_any = true;
        } else if (!skip_continuation(s)) {
            break;
        }
    }
    return has_any;
}

/* Lines are joined before words are read, so that a name may go on in the next one. */
static size_t name_length(const scanner *s)
{
    size_t n = 1;
    for (;;) {
        size_t next = n + continuation_length(s, n);
        if (!is_name_part(peek(s, next)))
            return n;
        n = next + 1;
    }
}

static size_t number_length(const scanner *s)
{
    size_t n = 1;
    for (char c = peek(s, n); is_name_part(c) || c == '.'; c = peek(s, ++n)) {
        char next = peek(s, n + 1);
        bool is_exponent =
            (c == 'e' || c == 'E' || c == 'p' || c == 'P') && (next == '+' || next == '-');
        bool is_hex = peek(s, 1) == 'x' || peek(s, 1) == 'X';
        if (is_exponent && !(is_hex && (c == 'e' || c == 'E')))
            n++;
    }
    return n;
}

static size_t literal_length(const scanner *s)
{
    char quote = peek(s, 0);
    size_t n = 1;
    while (s->at + n < s->end && peek(s, n) != quote)
        n += peek(s, n) == '\\' && s->at + n + 1 < s->end ? 2 : 1;
    return s->at + n < s->end ? n + 1 : n;
}

static size_t punct_length(const scanner *s)
{
    for (size_t i = 0; i < sizeof puncts / sizeof *puncts; i++) {
        size_t length = strlen(puncts[i]);
        if (s->end - s->at >= length && memcmp(s->text + s->at, puncts[i], length) == 0)
            return length;
    }
    return 1;
}

static size_t token_length(const scanner *s, token_kind *kind)
{
    char c = peek(s, 0);
    if (is_name_start(c)) {
        *kind = TOKEN_NAME;
        return name_length(s);
    }
    if (isdigit((unsigned char)c) || (c == '.' && isdigit((unsigned char)peek(s, 1)))) {
        *kind = TOKEN_NUMBER;
        return number_length(s);
    }
    if (c == '"' || c == '\'') {
        *kind = TOKEN_TEXT;
        return literal_length(s);
    }
    *kind = c != '\0' && strchr("()[]{},:;+-*/%<>=!&|^~?.#", c) ? TOKEN_PUNCT : TOKEN_TEXT;
    return *kind == TOKEN_PUNCT ? punct_length(s) : 1;
}

/* The name in so many bytes, without the ends of lines in it. */
static const char *name_text(const scanner *s, size_t length)
{
    char *text = arena_alloc(s->ctx->arena, length);
    size_t kept = 0;
    if (!memchr(s->text + s->at, '\\', length))
        return intern_n(s->ctx->names, s->text + s->at, length);
    for (size_t n = 0; n < length; n += 1 + continuation_length(s, n + 1))
        text[kept++] = peek(s, n);
    return intern_n(s->ctx->names, text, kept);
}

static void scan(scanner *s, token_list *out)
{
    for (bool has_space = skip_blanks(s); s->at < s->end; has_space = skip_blanks(s)) {
        directive_token t = {.has_space = has_space};
        size_t length = token_length(s, &t.kind);
        t.text = t.kind == TOKEN_NAME ? name_text(s, length)
                                      : intern_n(s->ctx->names, s->text + s->at, length);
        t.where = s->file ? source_range_of(s->file, s->at, s->at + length) : s->fixed;
        VEC_PUSH(s->ctx->arena, out, t);
        s->at += length;
    }
}

void token_scan(fp_context *ctx, source_range text, token_list *out)
{
    scanner s = {.ctx = ctx,
                 .text = source_text(text.file),
                 .at = source_offset(text.file, text.line, text.column),
                 .end = source_offset(text.file, text.end_line, text.end_column),
                 .file = text.file};
    scan(&s, out);
}

void token_scan_text(fp_context *ctx, const char *text, source_range where, token_list *out)
{
    scanner s = {.ctx = ctx, .text = text, .end = strlen(text), .fixed = where};
    scan(&s, out);
}

bool token_is(const directive_token *token, const char *punct)
{
    return token->kind == TOKEN_PUNCT && strcmp(token->text, punct) == 0;
}

bool token_is_word(const directive_token *token, const char *word)
{
    return token->kind == TOKEN_NAME && strcasecmp(token->text, word) == 0;
}

source_range token_span(source_range first, source_range last)
{
    source_range span = first;
    bool is_turned = last.end_line < first.line ||
                     (last.end_line == first.line && last.end_column <= first.column);
    if (is_turned || last.file != first.file)
        return span;
    span.end_line = last.end_line;
    span.end_column = last.end_column;
    return span;
}

const char *directive_expr_name(directive_expr e)
{
    return e.count == 1 && e.tokens[0].kind == TOKEN_NAME ? e.tokens[0].text : NULL;
}
