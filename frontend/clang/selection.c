/* Expressions whose operands are not evaluated, or one of them only. */

#include <string.h>

#include "frontend/clang/import.h"

/* The word that the expression begins with; null: none. */
static const char *first_word(clang_import *in, CXCursor cursor)
{
    CXFile file;
    unsigned offset;
    CXTranslationUnit unit = clang_Cursor_getTranslationUnit(cursor);
    clang_getSpellingLocation(clang_getRangeStart(clang_getCursorExtent(cursor)), &file, NULL, NULL,
                              &offset);
    if (!file)
        return NULL;
    CXToken *token = clang_getToken(unit, clang_getLocationForOffset(unit, file, offset));
    if (!token)
        return NULL;
    const char *word = clang_import_string(in, clang_getTokenSpelling(unit, *token));
    clang_disposeTokens(unit, token, 1);
    return word;
}

static bool is_one_of(const char *word, const char *const *words, size_t count)
{
    for (size_t i = 0; word && i < count; i++)
        if (strcmp(word, words[i]) == 0)
            return true;
    return false;
}

static bool has_number(CXCursor cursor, int64_t *number)
{
    CXEvalResult result = clang_Cursor_Evaluate(cursor);
    bool is_known = result && clang_EvalResult_getKind(result) == CXEval_Int;
    *number = is_known ? clang_EvalResult_getAsLongLong(result) : 0;
    if (result)
        clang_EvalResult_dispose(result);
    return is_known;
}

/* One of the expressions, which one is not known: as branches of conditions that nothing tells. */
static syntax *one_of(clang_import *in, CXCursor cursor, const cursor_list *list)
{
    syntax *s = clang_import_expression(in, list->data[list->count - 1]);
    for (int i = list->count - 1; i-- > 0;) {
        syntax *other = clang_import_node(in, SYNTAX_CONDITIONAL, cursor, 3);
        other->child[0] = clang_import_node(in, SYNTAX_OTHER, cursor, 0);
        other->child[1] = clang_import_expression(in, list->data[i]);
        other->child[2] = s;
        other->type = s->type;
        s = other;
    }
    return s;
}

/* _Generic stands for one of the expressions whose type is the whole's. Where several have it, and
 * the whole is no number, it is none of those that are. */
static syntax *import_generic(clang_import *in, CXCursor cursor, const cursor_list *children)
{
    CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
    cursor_list like = {0}, open = {0};
    int64_t number;
    for (int i = 1; i < children->count; i++) {
        const CXCursor c = children->data[i];
        if (!clang_isExpression(clang_getCursorKind(c)) ||
            !clang_equalTypes(clang_getCanonicalType(clang_getCursorType(c)), type))
            continue;
        VEC_PUSH(in->ctx->arena, &like, c);
        if (!has_number(c, &number))
            VEC_PUSH(in->ctx->arena, &open, c);
    }
    if (like.count > 1 && has_number(cursor, &number))
        return clang_import_integer(in, cursor);
    const cursor_list *chosen = like.count > 1 && open.count ? &open : &like;
    return chosen->count ? one_of(in, cursor, chosen)
                         : clang_import_node(in, SYNTAX_OTHER, cursor, 0);
}

/* __builtin_choose_expr(c, a, b) */
static syntax *import_choice(clang_import *in, CXCursor cursor, const cursor_list *children)
{
    int64_t condition;
    if (has_number(children->data[0], &condition))
        return clang_import_expression(in, children->data[condition ? 1 : 2]);
    const cursor_list sides = {.data = children->data + 1, .count = 2};
    return one_of(in, cursor, &sides);
}

/* Does it begin with an operand of its own, as a conversion does? */
static bool begins_with_operand(CXCursor cursor, const cursor_list *children)
{
    return children->count &&
           clang_equalLocations(clang_getRangeStart(clang_getCursorExtent(cursor)),
                                clang_getRangeStart(clang_getCursorExtent(children->data[0])));
}

syntax *clang_import_selection(clang_import *in, CXCursor cursor, const cursor_list *children)
{
    static const char *const unevaluated[] = {"__builtin_constant_p", "__builtin_classify_type",
                                              "__builtin_object_size",
                                              "__builtin_dynamic_object_size"};
    const enum CXCursorKind kind = clang_getCursorKind(cursor);
    const size_t count = sizeof unevaluated / sizeof *unevaluated;
    if (kind == CXCursor_GenericSelectionExpr)
        return import_generic(in, cursor, children);
    if (kind == CXCursor_CallExpr) {
        const char *name = clang_import_string(in, clang_getCursorSpelling(cursor));
        return is_one_of(name, unevaluated, count) ? clang_import_integer(in, cursor) : NULL;
    }
    if (kind != CXCursor_UnexposedExpr || begins_with_operand(cursor, children))
        return NULL;
    const char *word = first_word(in, cursor);
    if (children->count == 3 && word && strcmp(word, "__builtin_choose_expr") == 0)
        return import_choice(in, cursor, children);
    bool is_trait = word && strcmp(word, "__builtin_types_compatible_p") == 0;
    return is_trait ? clang_import_integer(in, cursor) : NULL;
}
