/* What a declaration says of a function: its parameters, and attributes that tell what it may
 * do. libclang has names for a few attributes only; the text has those of the others. */

#include <string.h>

#include "frontend/clang/import.h"

/* Takes the underscores off: __noreturn__ is noreturn. */
static const char *plain_name(clang_import *in, const char *name)
{
    size_t length = strlen(name);
    bool is_framed =
        length > 4 && strncmp(name, "__", 2) == 0 && strcmp(name + length - 2, "__") == 0;
    return is_framed ? intern_n(in->ctx->names, name + 2, length - 4) : name;
}

/* The word that an attribute's text begins with, also where a macro has it. */
static const char *attribute_word(clang_import *in, CXCursor attribute)
{
    CXFile file;
    unsigned offset;
    size_t size = 0, end;
    clang_getSpellingLocation(clang_getRangeStart(clang_getCursorExtent(attribute)), &file, NULL,
                              NULL, &offset);
    const char *text = file ? clang_getFileContents(in->tu, file, &size) : NULL;
    if (!text || offset >= size)
        return "";
    for (end = offset; end < size && (text[end] == '_' || (text[end] >= 'a' && text[end] <= 'z') ||
                                      (text[end] >= 'A' && text[end] <= 'Z'));)
        end++;
    return plain_name(in, intern_n(in->ctx->names, text + offset, end - offset));
}

const char *clang_import_attribute_argument(clang_import *in, CXCursor attribute, const char *name)
{
    CXToken *token;
    unsigned count;
    const char *found = NULL;
    if (strcmp(attribute_word(in, attribute), name) != 0)
        return NULL;
    clang_tokenize(in->tu, clang_getCursorExtent(attribute), &token, &count);
    if (count == 4) { /* name ( argument ) */
        const char *text = clang_import_string(in, clang_getTokenSpelling(in->tu, token[2]));
        size_t length = strlen(text);
        bool is_string = text[0] == '"' && length > 2;
        found = is_string ? intern_n(in->ctx->names, text + 1, length - 2) : text;
    }
    clang_disposeTokens(in->tu, token, count);
    return found;
}

typedef struct attribute_visit {
    clang_import *in;
    decl *function;
} attribute_visit;

static enum CXChildVisitResult visit_attribute(CXCursor cursor, CXCursor parent, CXClientData data)
{
    clang_import *in = ((attribute_visit *)data)->in;
    decl *f = ((attribute_visit *)data)->function;
    (void)parent;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (!clang_isAttribute(kind))
        return CXChildVisit_Continue;
    const char *word = attribute_word(in, cursor);
    f->is_pure |= kind == CXCursor_PureAttr;
    f->is_const_function |= kind == CXCursor_ConstAttr;
    f->is_replaceable |= strcmp(word, "gnu_inline") == 0;
    f->never_returns |= strcmp(word, "noreturn") == 0 || strcmp(word, "_Noreturn") == 0;
    f->is_constructor |= strcmp(word, "constructor") == 0 || strcmp(word, "destructor") == 0;
    return CXChildVisit_Continue;
}

typedef struct attribute_search {
    clang_import *in;
    const char *name;
    bool is_found;
} attribute_search;

static enum CXChildVisitResult find_attribute(CXCursor cursor, CXCursor parent, CXClientData data)
{
    attribute_search *want = data;
    (void)parent;
    want->is_found |= clang_isAttribute(clang_getCursorKind(cursor)) &&
                      strcmp(attribute_word(want->in, cursor), want->name) == 0;
    return CXChildVisit_Continue;
}

bool clang_import_has_attribute(clang_import *in, CXCursor cursor, const char *name)
{
    attribute_search want = {in, name, false};
    clang_visitChildren(cursor, find_attribute, &want);
    return want.is_found;
}

/* void f(int) __attribute__((noreturn)) is one of the type. */
static bool has_type_attribute(clang_import *in, CXType type)
{
    const char *text = clang_import_string(in, clang_getTypeSpelling(type));
    return strstr(text, "__attribute__((noreturn))") != NULL;
}

void clang_import_function_type(clang_import *in, decl *f, CXCursor cursor)
{
    attribute_visit visit = {in, f};
    CXType type = clang_getCursorType(cursor);
    clang_visitChildren(cursor, visit_attribute, &visit);
    clang_visitChildren(clang_getCanonicalCursor(cursor), visit_attribute, &visit);
    f->is_replaceable |= clang_import_is_weak(in, cursor) ||
                         clang_import_is_weak(in, clang_getCanonicalCursor(cursor));
    f->never_returns |= has_type_attribute(in, type);
    int count = clang_getNumArgTypes(type);
    f->is_open = count < 0 || clang_isFunctionTypeVariadic(type) ||
                 clang_getCanonicalType(type).kind == CXType_FunctionNoProto;
    f->parameter_count = count < 0 ? 0 : count;
    const c_type **parameters = ARENA_ARRAY(in->ctx->arena, f->parameter_count + 1, const c_type *);
    for (int i = 0; i < f->parameter_count; i++)
        parameters[i] = clang_import_type(in, clang_getArgType(type, (unsigned)i));
    f->parameters = parameters;
}
