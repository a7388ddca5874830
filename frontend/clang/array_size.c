/* Sizes of arrays that only the run of the program tells. They are evaluated with the declaration,
 * the cast or the sizeof that writes them (6.7.6.2, 6.5.3.4, 6.9.1). Those that call and assign
 * nothing are left out. */

#include <string.h>

#include "frontend/clang/import.h"

/* Is it an array of such a size, or does it lead to one? */
static bool is_varied(CXType type)
{
    for (;;) {
        if (type.kind == CXType_VariableArray)
            return true;
        if (type.kind == CXType_ConstantArray || type.kind == CXType_IncompleteArray)
            type = clang_getArrayElementType(type);
        else if (type.kind == CXType_Pointer)
            type = clang_getPointeeType(type);
        else if (!clang_equalTypes(type, clang_getCanonicalType(type)))
            type = clang_getCanonicalType(type);
        else
            return false;
    }
}

static bool acts(const syntax *s)
{
    return syntax_assigns(s) || syntax_has(s, SYNTAX_CALL) || syntax_has(s, SYNTAX_BLOCK);
}

/* --- Where it is written -------------------------------------------------------------------- */

static bool is_word_character(char c)
{
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* The text before the expression, without the space that ends it. */
static const char *text_before(clang_import *in, CXCursor cursor, size_t *length)
{
    CXFile file;
    unsigned offset;
    size_t size = 0;
    clang_getSpellingLocation(clang_getRangeStart(clang_getCursorExtent(cursor)), &file, NULL, NULL,
                              &offset);
    const char *text = file ? clang_getFileContents(in->tu, file, &size) : NULL;
    *length = text && offset <= size ? offset : 0;
    while (*length && strchr(" \t\n\r\f\v", text[*length - 1]))
        (*length)--;
    return text;
}

bool clang_import_is_alignof(CXTranslationUnit tu, CXCursor cursor)
{
    static const char *const words[] = {"_Alignof", "alignof", "__alignof"};
    CXFile file;
    unsigned offset;
    size_t size = 0;
    clang_getSpellingLocation(clang_getRangeStart(clang_getCursorExtent(cursor)), &file, NULL, NULL,
                              &offset);
    const char *text = file ? clang_getFileContents(tu, file, &size) : NULL;
    for (size_t i = 0; text && i < sizeof words / sizeof *words; i++)
        if (offset + strlen(words[i]) <= size &&
            strncmp(text + offset, words[i], strlen(words[i])) == 0)
            return true;
    return false;
}

static bool is_in_brackets(clang_import *in, CXCursor cursor)
{
    size_t length;
    const char *text = text_before(in, cursor, &length);
    return length && text[length - 1] == '[';
}

/* typeof (e): its operand, which has no brackets of its own before it. */
static bool is_of_typeof(clang_import *in, CXCursor cursor)
{
    static const char *const words[] = {"typeof",        "__typeof__",        "__typeof",
                                        "typeof_unqual", "__typeof_unqual__", "__typeof_unqual"};
    size_t end, begin;
    const char *text = text_before(in, cursor, &end);
    if (clang_getCursorKind(cursor) != CXCursor_ParenExpr)
        return false;
    for (begin = end; begin && is_word_character(text[begin - 1]);)
        begin--;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (end - begin == strlen(words[i]) && strncmp(text + begin, words[i], end - begin) == 0)
            return true;
    return false;
}

/* --- What they do ---------------------------------------------------------------------------- */

static void add_size(clang_import *in, CXCursor size, syntax_list *out)
{
    if (is_of_typeof(in, size) && !is_varied(clang_getCursorType(size)))
        return;
    const syntax *s = clang_import_expression(in, size);
    if (acts(s))
        VEC_PUSH(in->ctx->arena, out, s);
}

/* Does it stand where one before it does? Of sizeof (type), libclang lists each twice. */
static bool is_again(const cursor_list *list, int at)
{
    const CXSourceRange here = clang_getCursorExtent(list->data[at]);
    for (int i = 0; i < at; i++)
        if (clang_equalRanges(clang_getCursorExtent(list->data[i]), here))
            return true;
    return false;
}

void clang_import_sizes(clang_import *in, CXCursor declared, syntax_list *out)
{
    CXType type = clang_getCursorKind(declared) == CXCursor_TypedefDecl
                      ? clang_getTypedefDeclUnderlyingType(declared)
                      : clang_getCursorType(declared);
    if (!is_varied(type))
        return;
    CXCursor init = clang_Cursor_getVarDeclInitializer(declared);
    cursor_list children = clang_import_children(in, declared);
    for (int i = 0; i < children.count; i++)
        if (clang_isExpression(clang_getCursorKind(children.data[i])) &&
            !clang_equalCursors(children.data[i], init))
            add_size(in, children.data[i], out);
}

/* (first, second) */
static syntax *list_of(clang_import *in, CXCursor cursor, const syntax *first, const syntax *second)
{
    syntax *s = clang_import_node(in, SYNTAX_BINARY, cursor, 2);
    s->op = OPERATOR_COMMA;
    s->type = second->type;
    s->child[0] = first;
    s->child[1] = second;
    return s;
}

static syntax *after(clang_import *in, CXCursor cursor, const syntax_list *sizes, syntax *s)
{
    for (int i = sizes->count; i-- > 0;)
        s = list_of(in, cursor, sizes->data[i], s);
    return s;
}

syntax *clang_import_cast_sizes(clang_import *in, CXCursor cursor, const cursor_list *children,
                                syntax *s)
{
    syntax_list sizes = {0};
    if (clang_getCursorKind(cursor) == CXCursor_CStyleCastExpr && children->count > 1 &&
        is_varied(clang_getCursorType(cursor)))
        for (int i = 0; i < children->count - 1; i++)
            if (clang_isExpression(clang_getCursorKind(children->data[i])))
                add_size(in, children->data[i], &sizes);
    return after(in, cursor, &sizes, s);
}

syntax *clang_import_product(clang_import *in, CXCursor cursor, const syntax *a, const syntax *b,
                             const c_type *type)
{
    syntax *s = clang_import_node(in, SYNTAX_BINARY, cursor, 2);
    s->op = OPERATOR_MUL;
    s->type = type;
    s->child[0] = a;
    s->child[1] = b;
    return s;
}

/* The sizes in brackets of sizeof (double[n][m]), multiplied, and by that of an element: `element`,
 * a node of which nothing is known; or null, where they do something besides. */
static syntax *product_of(clang_import *in, CXCursor cursor, const cursor_list *children,
                          syntax *element)
{
    syntax *product = NULL;
    for (int i = 0; i < children->count; i++) {
        const CXCursor child = children->data[i];
        if (!clang_isExpression(clang_getCursorKind(child)) || is_again(children, i))
            continue;
        syntax *size = is_in_brackets(in, child) ? clang_import_expression(in, child) : NULL;
        if (!size || acts(size))
            return NULL;
        product = product ? clang_import_product(in, cursor, product, size, element->type) : size;
    }
    return product ? clang_import_product(in, cursor, product, element, element->type) : NULL;
}

syntax *clang_import_sizeof_sizes(clang_import *in, CXCursor cursor, const cursor_list *children,
                                  syntax *s)
{
    syntax_list sizes = {0};
    syntax *product = s->kind == SYNTAX_OTHER ? product_of(in, cursor, children, s) : NULL;
    if (product)
        return product;
    for (int i = 0; i < children->count; i++) {
        const CXCursor child = children->data[i];
        if (!clang_isExpression(clang_getCursorKind(child)) || is_again(children, i))
            continue;
        bool is_evaluated =
            clang_getCanonicalType(clang_getCursorType(child)).kind == CXType_VariableArray;
        if (is_evaluated || is_in_brackets(in, child))
            add_size(in, child, &sizes);
    }
    return after(in, cursor, &sizes, s);
}
