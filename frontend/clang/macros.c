/* The user's macros: what they say, and which literals they wrote. */

#include <ctype.h>
#include <string.h>

#include "frontend/clang/import.h"
#include "frontend/syntax/lexer.h"

/* The text of a definition on the command line, from its tokens. */
static const char *command_line_text(clang_import *in, CXCursor definition, unsigned *body)
{
    CXToken *tokens = NULL;
    unsigned count = 0;
    clang_tokenize(in->tu, clang_getCursorExtent(definition), &tokens, &count);
    char *text = arena_strdup(in->ctx->arena, "");
    bool is_function_like = clang_Cursor_isMacroFunctionLike(definition) != 0;
    for (unsigned i = 0; i < count; i++) {
        const char *token = clang_import_string(in, clang_getTokenSpelling(in->tu, tokens[i]));
        const char *space = i > 1 || (i == 1 && !is_function_like) ? " " : "";
        text = arena_printf(in->ctx->arena, "%s%s%s", text, space, token);
        if (i == 1)
            clang_getSpellingLocation(clang_getTokenLocation(in->tu, tokens[i]), NULL, NULL, NULL,
                                      body);
    }
    clang_disposeTokens(in->tu, tokens, count);
    return text;
}

/* Splits "(a, b) body" into formals and body. `...` is a formal of that name,
 * `rest...` one that is called rest. */
static const char *read_formals(clang_import *in, const char *text, c_macro *out)
{
    VEC(const char *) formals = {0};
    bool is_named = false;
    for (text++; *text && *text != ')';) {
        if (c_text_is_name_part(*text)) {
            const char *begin = text;
            while (c_text_is_name_part(*text))
                text++;
            VEC_PUSH(in->ctx->arena, &formals,
                     intern_n(in->ctx->names, begin, (size_t)(text - begin)));
            is_named = true;
        } else if (strncmp(text, "...", 3) == 0) {
            out->is_variadic = true;
            if (!is_named)
                VEC_PUSH(in->ctx->arena, &formals, intern(in->ctx->names, "__VA_ARGS__"));
            text += 3;
        } else {
            is_named &= *text != ',';
            text++;
        }
    }
    out->formal_count = formals.count;
    out->formals = formals.data;
    return *text ? text + 1 : text;
}

static const char *file_text(clang_import *in, source_range where)
{
    size_t begin = source_offset(where.file, where.line, where.column);
    size_t end = source_offset(where.file, where.end_line, where.end_column);
    return arena_strndup(in->ctx->arena, source_text(where.file) + begin, end - begin);
}

/* Finds formals and body in the text from the name on. */
static void split_text(clang_import *in, const char *whole, c_macro *out)
{
    const char *text = whole + strlen(out->name);
    if (out->is_function_like)
        text = read_formals(in, text, out);
    while (isspace((unsigned char)*text))
        text++;
    out->body = text;
}

bool clang_import_macro_text(clang_import *in, CXCursor definition, c_macro *out)
{
    CXSourceRange extent = clang_getCursorExtent(definition);
    CXFile file;
    unsigned begin, end;
    size_t length = 0;
    clang_getSpellingLocation(clang_getRangeStart(extent), &file, NULL, NULL, &begin);
    clang_getSpellingLocation(clang_getRangeEnd(extent), NULL, NULL, NULL, &end);
    *out = (c_macro){.name = clang_import_string(in, clang_getCursorSpelling(definition)),
                     .is_function_like = clang_Cursor_isMacroFunctionLike(definition) != 0};
    const char *text = file ? clang_getFileContents(in->tu, file, &length) : NULL;
    if (file && (!text || end > length || begin > end))
        return false;
    unsigned unused;
    split_text(in,
               file ? arena_strndup(in->ctx->arena, text + begin, end - begin)
                    : command_line_text(in, definition, &unused),
               out);
    return true;
}

/* Compiler's own definitions are before the command line's, in a buffer that
 * is no file; both have no CXFile. */
static bool is_predefined(CXCursor definition)
{
    CXString name;
    clang_getPresumedLocation(clang_getCursorLocation(definition), &name, NULL, NULL);
    const char *text = clang_getCString(name);
    bool predefined = !text || strcmp(text, "<command line>") != 0;
    clang_disposeString(name);
    return predefined;
}

void clang_import_macro(clang_import *in, CXCursor definition)
{
    if (clang_Cursor_isMacroBuiltin(definition))
        return;
    CXSourceRange extent = clang_getCursorExtent(definition);
    body_entry body = {0};
    clang_getSpellingLocation(clang_getRangeStart(extent), &body.file, NULL, NULL, &body.begin);
    clang_getSpellingLocation(clang_getRangeEnd(extent), NULL, NULL, NULL, &body.end);
    if (!body.file && is_predefined(definition))
        return;
    c_macro macro = {.name = clang_import_string(in, clang_getCursorSpelling(definition)),
                     .where = clang_import_range(in, definition),
                     .is_function_like = clang_Cursor_isMacroFunctionLike(definition) != 0};
    const char *whole = macro.where.file ? file_text(in, macro.where)
                                         : command_line_text(in, definition, &body.body);
    split_text(in, whole, &macro);
    if (body.file)
        body.body = body.begin + (unsigned)(macro.body - whole);
    body.name = macro.name;
    VEC_PUSH(in->ctx->arena, &in->macros, macro);
    VEC_PUSH(in->ctx->arena, &in->bodies, body);
}

/* Is the place on the line of an #if or #elif? */
static bool is_in_condition(source_range where)
{
    size_t length = 0;
    const char *line = where.file ? source_line(where.file, where.line, &length) : NULL;
    if (!line)
        return false;
    const char *end = line + length;
    while (line < end && (*line == ' ' || *line == '\t'))
        line++;
    if (line == end || *line != '#')
        return false;
    for (line++; line < end && (*line == ' ' || *line == '\t');)
        line++;
    return (end - line > 2 && strncmp(line, "if", 2) == 0) ||
           (end - line > 4 && strncmp(line, "elif", 4) == 0);
}

void clang_import_expansion(clang_import *in, CXCursor expansion)
{
    source_range where = clang_import_range(in, expansion);
    const char *name = clang_import_string(in, clang_getCursorSpelling(expansion));
    if (where.file && !clang_Cursor_isMacroBuiltin(expansion))
        VEC_PUSH(in->ctx->arena, &in->expansions, ((c_expansion){where, in->macros.count, name}));
    if (!is_in_condition(where))
        return;
    c_condition c = {name, where};
    VEC_PUSH(in->ctx->arena, &in->conditions, c);
}

const char *clang_import_macro_of(clang_import *in, CXSourceLocation location, bool at_begin)
{
    CXFile file, seen_file;
    unsigned offset, seen_offset;
    clang_getSpellingLocation(location, &file, NULL, NULL, &offset);
    clang_getFileLocation(location, &seen_file, NULL, NULL, &seen_offset);
    if (file == seen_file && offset == seen_offset)
        return NULL;
    for (int i = 0; i < in->bodies.count; i++) {
        const body_entry *b = &in->bodies.data[i];
        if (b->file == file && offset >= b->begin && offset < b->end &&
            (!at_begin || offset == b->body))
            return b->name;
    }
    return NULL;
}
