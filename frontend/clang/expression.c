/* Expressions. */

#include <limits.h>
#include <string.h>

#include "frontend/clang/import.h"

static enum CXChildVisitResult visit_child(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    struct {
        clang_import *in;
        cursor_list *list;
    } *to = data;
    VEC_PUSH(to->in->ctx->arena, to->list, cursor);
    return CXChildVisit_Continue;
}

cursor_list clang_import_children(clang_import *in, CXCursor cursor)
{
    cursor_list list = {0};
    struct {
        clang_import *in;
        cursor_list *list;
    } to = {in, &list};
    clang_visitChildren(cursor, visit_child, &to);
    return list;
}

syntax *clang_import_node(clang_import *in, syntax_kind kind, CXCursor cursor, int child_count)
{
    syntax *s = ARENA_NEW(in->ctx->arena, syntax);
    s->kind = kind;
    s->unit = in->index;
    s->where = clang_import_range(in, cursor);
    s->child_count = child_count;
    s->child = ARENA_ARRAY(in->ctx->arena, child_count, const syntax *);
    CXSourceLocation begin = clang_getRangeStart(clang_getCursorExtent(cursor));
    unsigned spelled, seen;
    CXFile spelled_in, seen_in;
    clang_getSpellingLocation(begin, &spelled_in, NULL, NULL, &spelled);
    clang_getFileLocation(begin, &seen_in, NULL, NULL, &seen);
    s->in_macro = spelled != seen || spelled_in != seen_in;
    return s;
}

/* --- Operators ----------------------------------------------------------- */

/* From clang's operators to the tree's; a compound assignment has the operation that it does. */
static const syntax_op binary_operators[] = {
    [CXBinaryOperator_Mul] = OPERATOR_MUL,
    [CXBinaryOperator_MulAssign] = OPERATOR_MUL,
    [CXBinaryOperator_Div] = OPERATOR_DIV,
    [CXBinaryOperator_DivAssign] = OPERATOR_DIV,
    [CXBinaryOperator_Rem] = OPERATOR_REM,
    [CXBinaryOperator_RemAssign] = OPERATOR_REM,
    [CXBinaryOperator_Add] = OPERATOR_ADD,
    [CXBinaryOperator_AddAssign] = OPERATOR_ADD,
    [CXBinaryOperator_Sub] = OPERATOR_SUB,
    [CXBinaryOperator_SubAssign] = OPERATOR_SUB,
    [CXBinaryOperator_Shl] = OPERATOR_SHL,
    [CXBinaryOperator_ShlAssign] = OPERATOR_SHL,
    [CXBinaryOperator_Shr] = OPERATOR_SHR,
    [CXBinaryOperator_ShrAssign] = OPERATOR_SHR,
    [CXBinaryOperator_And] = OPERATOR_AND,
    [CXBinaryOperator_AndAssign] = OPERATOR_AND,
    [CXBinaryOperator_Or] = OPERATOR_OR,
    [CXBinaryOperator_OrAssign] = OPERATOR_OR,
    [CXBinaryOperator_Xor] = OPERATOR_XOR,
    [CXBinaryOperator_XorAssign] = OPERATOR_XOR,
    [CXBinaryOperator_LT] = OPERATOR_LT,
    [CXBinaryOperator_GT] = OPERATOR_GT,
    [CXBinaryOperator_LE] = OPERATOR_LE,
    [CXBinaryOperator_GE] = OPERATOR_GE,
    [CXBinaryOperator_EQ] = OPERATOR_EQ,
    [CXBinaryOperator_NE] = OPERATOR_NE,
    [CXBinaryOperator_LAnd] = OPERATOR_LOGICAL_AND,
    [CXBinaryOperator_LOr] = OPERATOR_LOGICAL_OR,
    [CXBinaryOperator_Comma] = OPERATOR_COMMA,
};

static const syntax_op unary_operators[] = {
    [CXUnaryOperator_PostInc] = OPERATOR_POST_INC, [CXUnaryOperator_PostDec] = OPERATOR_POST_DEC,
    [CXUnaryOperator_PreInc] = OPERATOR_PRE_INC,   [CXUnaryOperator_PreDec] = OPERATOR_PRE_DEC,
    [CXUnaryOperator_AddrOf] = OPERATOR_ADDRESS,   [CXUnaryOperator_Deref] = OPERATOR_DEREF,
    [CXUnaryOperator_Minus] = OPERATOR_NEGATE,     [CXUnaryOperator_Not] = OPERATOR_COMPLEMENT,
    [CXUnaryOperator_LNot] = OPERATOR_NOT,
};

static syntax_op binary_operator(enum CXBinaryOperatorKind kind)
{
    size_t count = sizeof binary_operators / sizeof *binary_operators;
    return (size_t)kind < count ? binary_operators[kind] : OPERATOR_NONE;
}

static bool is_assignment(enum CXBinaryOperatorKind kind)
{
    return kind >= CXBinaryOperator_Assign && kind <= CXBinaryOperator_OrAssign;
}

static syntax_op unary_operator(enum CXUnaryOperatorKind kind)
{
    size_t count = sizeof unary_operators / sizeof *unary_operators;
    return (size_t)kind < count ? unary_operators[kind] : OPERATOR_NONE;
}

/* --- Expressions --------------------------------------------------------- */

syntax *clang_import_parts(clang_import *in, syntax_kind kind, CXCursor cursor,
                           const cursor_list *children)
{
    syntax *s = clang_import_node(in, kind, cursor, children->count);
    for (int i = 0; i < children->count; i++)
        s->child[i] = clang_import_statement(in, children->data[i]);
    CXType type = clang_getCursorType(cursor);
    s->type = type.kind == CXType_Invalid ? NULL : clang_import_type(in, type);
    return s;
}

syntax *clang_import_integer(clang_import *in, CXCursor cursor)
{
    CXEvalResult result = clang_Cursor_Evaluate(cursor);
    bool is_known = result && clang_EvalResult_getKind(result) == CXEval_Int;
    syntax *s = clang_import_node(in, is_known ? SYNTAX_INT : SYNTAX_OTHER, cursor, 0);
    if (is_known)
        s->value = clang_EvalResult_getAsLongLong(result);
    if (result)
        clang_EvalResult_dispose(result);
    s->macro = clang_import_macro_of(in, clang_getCursorLocation(cursor), false);
    s->type = clang_import_type(in, clang_getCursorType(cursor));
    return s;
}

/* A formal declared as an array is a pointer. */
static bool is_formal(const syntax *s)
{
    return s->kind == SYNTAX_NAME && s->decl && s->decl->kind == DECL_FORMAL;
}

/* Is it an element of an array that is declared as one, after its name and subscripts: a[1][2],
 * *a[1]? */
static bool is_element(const syntax *s)
{
    bool is_part = false;
    for (; s->kind == SYNTAX_UNARY && s->op == OPERATOR_DEREF; s = s->child[0])
        is_part = true;
    for (; s->kind == SYNTAX_SUBSCRIPT; s = s->child[0])
        is_part = true;
    return is_part && s->kind == SYNTAX_NAME && s->type && s->type->kind == TYPE_ARRAY &&
           !is_formal(s);
}

/* sizeof (TYPE) of a name of a type: of an array's, it is extents by what an element takes. */
static syntax *import_sizeof_name(clang_import *in, CXCursor cursor, CXCursor named)
{
    syntax *number = clang_import_integer(in, cursor);
    const CXCursor declared = clang_getCursorReferenced(named);
    decl d = {.rank = 0};
    CXType element;
    if (number->kind != SYNTAX_INT || clang_getCursorKind(declared) != CXCursor_TypedefDecl)
        return number;
    clang_import_extents(in, &d, declared, &element);
    int64_t bytes = d.element->bytes;
    syntax *product = clang_import_node(in, SYNTAX_INT, cursor, 0);
    product->value = bytes;
    product->type = number->type;
    for (int i = d.rank; i-- > 0; bytes *= d.count[i]) {
        if (d.count[i] <= 0 || !d.extent[i])
            return number;
        product = clang_import_product(in, cursor, d.extent[i], product, number->type);
    }
    return d.rank && bytes == number->value ? product : number; /* not of a pointer to it */
}

/* Of an array's type, extents may be macros, which a number would hide. */
static syntax *import_sizeof(clang_import *in, CXCursor cursor)
{
    cursor_list children = clang_import_children(in, cursor);
    bool is_named = children.count > 0; /* libclang may list the name twice */
    for (int i = 0; i < children.count; i++)
        is_named &= clang_getCursorKind(children.data[i]) == CXCursor_TypeRef;
    if (is_named)
        return import_sizeof_name(in, cursor, children.data[0]);
    syntax *operand = children.count == 1 ? clang_import_expression(in, children.data[0]) : NULL;
    if (operand && operand->type && operand->type->kind == TYPE_ARRAY && !is_formal(operand)) {
        syntax *s = clang_import_parts(in, SYNTAX_SIZEOF, cursor, &children);
        s->child[0] = operand;
        return s;
    }
    syntax *s = clang_import_integer(in, cursor);
    s->sized = operand && is_element(operand) ? operand : NULL;
    if (children.count && !operand)
        s->kind = SYNTAX_OTHER; /* sizeof(double[N]) */
    return s;
}

static syntax *import_name(clang_import *in, CXCursor cursor)
{
    syntax *s = clang_import_node(in, SYNTAX_NAME, cursor, 0);
    s->decl = clang_import_decl(in, clang_getCursorReferenced(cursor));
    s->type = clang_import_type(in, clang_getCursorType(cursor));
    return s;
}

static bool is_address_type(const c_type *type)
{
    return type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY;
}

static const char *called_name(const syntax *s)
{
    return s->kind == SYNTAX_CALL ? syntax_callee_name(s) : NULL;
}

/* (&(object))[IMAGE_FUNCTION(image)], which clang/rewrite.c puts for object:[image]. */
static bool take_image(syntax *s)
{
    const syntax *address = s->child[0];
    const char *name = called_name(s->child[1]);
    if (!name || strcmp(name, IMAGE_FUNCTION) != 0 || address->kind != SYNTAX_UNARY)
        return false;
    s->kind = SYNTAX_IMAGE;
    s->child[0] = address->child[0];
    s->child[1] = s->child[1]->child[1];
    const syntax *object = s->child[0];
    while ((object->kind == SYNTAX_SUBSCRIPT || object->kind == SYNTAX_MEMBER) &&
           object->child_count)
        object = object->child[0];
    if (object->kind == SYNTAX_NAME && object->decl)
        object->decl->is_on_images = true;
    return true;
}

static syntax *import_subscript(clang_import *in, CXCursor cursor, const cursor_list *children)
{
    syntax *s = clang_import_node(in, SYNTAX_SUBSCRIPT, cursor, 2);
    s->child[0] = clang_import_expression(in, children->data[0]);
    s->child[1] = clang_import_expression(in, children->data[1]);
    if (take_image(s)) {
        s->type = clang_import_type(in, clang_getCursorType(cursor));
        return s;
    }
    if (!is_address_type(s->child[0]->type)) {
        const syntax *base = s->child[1];
        s->child[1] = s->child[0];
        s->child[0] = base;
    }
    s->type = clang_import_type(in, clang_getCursorType(cursor));
    return s;
}

/* The call that clang/rewrite.c puts for base:length:step, or for lower:upper:stride. */
static syntax *import_section(clang_import *in, CXCursor cursor, const cursor_list *children)
{
    syntax *s = clang_import_node(in, SYNTAX_SECTION, cursor, 3);
    int64_t mask = clang_import_expression(in, children->data[1])->value;
    int next = 2;
    s->is_triplet = mask & SECTION_IS_TRIPLET;
    for (int part = 0; part < 3; part++)
        if (mask & 1 << part && next < children->count)
            s->child[part] = clang_import_expression(in, children->data[next++]);
    s->type = clang_import_type(in, clang_getCursorType(cursor));
    return s;
}

static bool is_section(CXCursor call)
{
    CXString name = clang_getCursorSpelling(call);
    bool is_ours = strcmp(clang_getCString(name), SECTION_FUNCTION) == 0;
    clang_disposeString(name);
    return is_ours;
}

static syntax *import_binary(clang_import *in, CXCursor cursor, const cursor_list *children)
{
    enum CXBinaryOperatorKind kind = clang_getCursorBinaryOperatorKind(cursor);
    syntax *s =
        clang_import_node(in, is_assignment(kind) ? SYNTAX_ASSIGN : SYNTAX_BINARY, cursor, 2);
    s->op = binary_operator(kind);
    s->child[0] = clang_import_expression(in, children->data[0]);
    s->child[1] = clang_import_expression(in, children->data[1]);
    s->type = clang_import_type(in, clang_getCursorType(cursor));
    return s;
}

void clang_import_conversion(fp_context *ctx, syntax *operand, const c_type *type)
{
    const conversion **last = &operand->converted;
    while (*last)
        last = (const conversion **)&(*last)->next;
    if (c_type_holds(type, syntax_final_type(operand)))
        return;
    conversion *to = ARENA_NEW(ctx->arena, conversion);
    to->type = type;
    *last = to;
}

/* A change of the pointed-at shape keeps the extents that the cast writes:
 * [operand, extents from the outermost on]. */
static syntax *import_cast(clang_import *in, CXCursor cursor, const cursor_list *children)
{
    syntax *operand = clang_import_expression(in, children->data[children->count - 1]);
    const c_type *type = clang_import_type(in, clang_getCursorType(cursor));
    bool is_explicit = clang_getCursorKind(cursor) == CXCursor_CStyleCastExpr;
    if (operand->type && operand->type->kind == TYPE_INT && type->kind == TYPE_INT)
        clang_import_conversion(in->ctx, operand, type);
    if (operand->type && operand->type->kind == type->kind &&
        (type->kind != TYPE_POINTER || !is_explicit))
        return operand;
    /* Decay, or a conversion from void *; libclang gives a formal `const double x[]` as an array.
     */
    if (!is_explicit && (type->kind == TYPE_POINTER || type->kind == TYPE_ARRAY))
        return operand;
    syntax_list extents = {0};
    for (int i = children->count - 2; i >= 0; i--)
        if (clang_isExpression(clang_getCursorKind(children->data[i])))
            VEC_PUSH(in->ctx->arena, &extents, clang_import_expression(in, children->data[i]));
    syntax *s = clang_import_node(in, SYNTAX_CAST, cursor, 1 + extents.count);
    s->child[0] = operand;
    for (int i = 0; i < extents.count; i++)
        s->child[i + 1] = extents.data[i];
    s->type = type;
    return s;
}

static syntax *import_unary(clang_import *in, CXCursor cursor, const cursor_list *children)
{
    enum CXUnaryOperatorKind kind = clang_getCursorUnaryOperatorKind(cursor);
    if (kind == CXUnaryOperator_Plus || kind == CXUnaryOperator_Extension)
        return clang_import_expression(in, children->data[0]);
    syntax *s = clang_import_node(in, SYNTAX_UNARY, cursor, 1);
    s->op = unary_operator(kind);
    s->macro = clang_import_macro_of(in, clang_getCursorLocation(cursor), true);
    if (s->op == OPERATOR_NONE)
        s->kind = SYNTAX_OTHER;
    s->child[0] = clang_import_expression(in, children->data[0]);
    s->type = clang_import_type(in, clang_getCursorType(cursor));
    return s;
}

bool clang_import_is_too_deep(clang_import *in, CXCursor cursor, int most)
{
    if (in->depth <= most)
        return false;
    if (!source_range_is_set(in->too_deep)) {
        in->too_deep = clang_import_range(in, cursor);
        in->depth_most = most;
    }
    return true;
}

/* Is it in a union, directly or by structures without a name? */
static bool is_of_union(CXCursor field)
{
    CXCursor in = clang_getCursorSemanticParent(field);
    while (clang_getCursorKind(in) == CXCursor_StructDecl && clang_Cursor_isAnonymousRecordDecl(in))
        in = clang_getCursorSemanticParent(in);
    return clang_getCursorKind(in) == CXCursor_UnionDecl;
}

/* Where a member stands in its structure, in bytes; a bit-field, or one of a structure without a
 * name in another, has no place of its own. */
static void place_member(syntax *s, CXCursor field)
{
    long long bits = clang_Cursor_getOffsetOfField(field);
    long long bytes = clang_Type_getSizeOf(clang_getCursorType(field));
    s->is_bit_field = clang_Cursor_isBitField(field);
    s->is_of_union = is_of_union(field);
    bool is_plain = !s->is_bit_field &&
                    !clang_Cursor_isAnonymousRecordDecl(clang_getCursorSemanticParent(field));
    if (!is_plain || bits < 0 || bits % 8 || bytes <= 0 || bits / 8 + bytes > INT_MAX)
        return;
    s->member_at = (int)(bits / 8);
    s->member_bytes = (int)bytes;
}

static syntax *import_expression(clang_import *in, CXCursor cursor)
{
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind == CXCursor_IntegerLiteral || kind == CXCursor_CharacterLiteral)
        return clang_import_integer(in, cursor);
    if (kind == CXCursor_UnaryExpr && clang_import_is_alignof(in->tu, cursor))
        return clang_import_integer(in, cursor);
    if (kind == CXCursor_UnaryExpr) {
        cursor_list operands = clang_import_children(in, cursor);
        return clang_import_sizeof_sizes(in, cursor, &operands, import_sizeof(in, cursor));
    }
    if (kind == CXCursor_DeclRefExpr)
        return import_name(in, cursor);
    cursor_list children = clang_import_children(in, cursor);
    syntax *selected = clang_import_selection(in, cursor, &children);
    if (selected)
        return selected;
    if (children.count && kind == CXCursor_UnexposedExpr &&
        clang_isReference(clang_getCursorKind(children.data[0]))) {
        syntax *s = clang_import_integer(in, cursor); /* offsetof(struct s, a) */
        return s->kind == SYNTAX_INT ? s : clang_import_parts(in, SYNTAX_OTHER, cursor, &children);
    }
    if (children.count == 1 && kind == CXCursor_ParenExpr) {
        syntax *inside = clang_import_expression(in, children.data[0]);
        const char *macro = clang_import_macro_of(in, clang_getCursorLocation(cursor), true);
        if (macro)
            inside->macro = macro;
        return inside;
    }
    if (children.count == 1 && (kind == CXCursor_UnexposedExpr || kind == CXCursor_CStyleCastExpr))
        return import_cast(in, cursor, &children);
    if (children.count > 1 && kind == CXCursor_CStyleCastExpr)
        return clang_import_cast_sizes(in, cursor, &children, import_cast(in, cursor, &children));
    if (kind == CXCursor_FloatingLiteral)
        return clang_import_parts(in, SYNTAX_FLOAT, cursor, &children);
    if (kind == CXCursor_StringLiteral)
        return clang_import_text(in, cursor, &children);
    if (children.count == 2 && kind == CXCursor_ArraySubscriptExpr)
        return import_subscript(in, cursor, &children);
    if (children.count == 2 &&
        (kind == CXCursor_BinaryOperator || kind == CXCursor_CompoundAssignOperator))
        return import_binary(in, cursor, &children);
    if (children.count == 1 && kind == CXCursor_UnaryOperator)
        return import_unary(in, cursor, &children);
    if (children.count == 3 && kind == CXCursor_ConditionalOperator)
        return clang_import_parts(in, SYNTAX_CONDITIONAL, cursor, &children);
    if (children.count >= 2 && kind == CXCursor_CallExpr && is_section(cursor))
        return import_section(in, cursor, &children);
    if (children.count >= 1 && kind == CXCursor_CallExpr)
        return clang_import_call(in, cursor, &children);
    if (children.count >= 1 && kind == CXCursor_MemberRefExpr) {
        children.count = 1;
        syntax *s = clang_import_parts(in, SYNTAX_MEMBER, cursor, &children);
        s->is_arrow = s->child[0]->type && is_address_type(s->child[0]->type);
        s->member = clang_import_string(in, clang_getCursorSpelling(cursor));
        place_member(s, clang_getCursorReferenced(cursor));
        return s;
    }
    if (children.count > 2 && kind == CXCursor_UnexposedExpr) {
        children.data[1] = children.data[children.count - 1]; /* a ?: b, whose a comes thrice */
        children.count = 2;
        if (clang_getCanonicalType(clang_getCursorType(cursor)).kind != CXType_Pointer) {
            syntax *s = clang_import_parts(in, SYNTAX_BINARY, cursor, &children);
            s->op = OPERATOR_ELSE;
            return s;
        }
    }
    if (kind == CXCursor_InitListExpr)
        return clang_import_init_list(in, cursor, &children);
    return clang_import_parts(in, SYNTAX_OTHER, cursor, &children);
}

syntax *clang_import_expression(clang_import *in, CXCursor cursor)
{
    if (clang_import_is_too_deep(in, cursor, EXPRESSION_DEPTH_MAX))
        return clang_import_node(in, SYNTAX_OTHER, cursor, 0);
    in->depth++;
    syntax *s = import_expression(in, cursor);
    in->depth--;
    return s;
}
