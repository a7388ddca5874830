/* Types and declarations. */

#include <string.h>

#include "frontend/clang/import.h"
#include "frontend/clang/link.h"

/* --- Types --------------------------------------------------------------- */

static type_kind scalar_kind(enum CXTypeKind kind)
{
    switch ((int)kind) {
    case CXType_Void:
        return TYPE_VOID;
    case CXType_Bool:
    case CXType_Char_U:
    case CXType_UChar:
    case CXType_UShort:
    case CXType_UInt:
    case CXType_ULong:
    case CXType_ULongLong:
    case CXType_UInt128:
    case CXType_Char_S:
    case CXType_SChar:
    case CXType_WChar:
    case CXType_Short:
    case CXType_Int:
    case CXType_Long:
    case CXType_LongLong:
    case CXType_Int128:
    case CXType_Enum:
    case CXType_Char16:
    case CXType_Char32:
        return TYPE_INT;
    case CXType_Float:
    case CXType_Half:
    case CXType_Float16:
    case CXType_BFloat16:
        return TYPE_FLOAT;
    case CXType_Double:
    case CXType_LongDouble:
    case CXType_Float128:
        return TYPE_DOUBLE;
    case CXType_Pointer:
    case CXType_BlockPointer:
    case CXType_NullPtr:
        return TYPE_POINTER;
    case CXType_ConstantArray:
    case CXType_IncompleteArray:
    case CXType_VariableArray:
        return TYPE_ARRAY;
    case CXType_Record:
        return TYPE_RECORD;
    case CXType_FunctionProto:
    case CXType_FunctionNoProto:
        return TYPE_FUNCTION;
    }
    return TYPE_OTHER;
}

/* The integer type that a type is represented by: an enumeration's. */
static enum CXTypeKind integer_kind(CXType type)
{
    if (type.kind == CXType_Enum)
        type = clang_getCanonicalType(clang_getEnumDeclIntegerType(clang_getTypeDeclaration(type)));
    return type.kind;
}

static bool is_unsigned(enum CXTypeKind kind)
{
    return kind >= CXType_Bool && kind <= CXType_UInt128;
}

/* "<builtin fn type>" and its like, which are no types of the language. */
static bool is_builtin_marker(CXType type)
{
    CXString spelling = clang_getTypeSpelling(type);
    const char *text = clang_getCString(spelling);
    bool is = !text || text[0] == '<';
    clang_disposeString(spelling);
    return is;
}

/* libclang gives sizes that are not constant as negative numbers. To ask it for
 * such a type's ends the process. */
static int64_t type_bytes(CXType type)
{
    if (type.kind == CXType_Unexposed && is_builtin_marker(type))
        return -1;
    long long bytes = clang_Type_getSizeOf(type);
    return bytes < 0 ? -1 : bytes;
}

static enum CXVisitorResult find_address(CXCursor field, CXClientData data)
{
    bool *has_address = data;
    CXType type = clang_getCanonicalType(clang_getCursorType(field));
    while (type.kind == CXType_ConstantArray)
        type = clang_getCanonicalType(clang_getArrayElementType(type));
    if (type.kind == CXType_Record)
        clang_Type_visitFields(type, find_address, data);
    else
        *has_address |= type.kind != CXType_Enum &&
                        (type.kind < CXType_FirstBuiltin || type.kind > CXType_LastBuiltin);
    return *has_address ? CXVisit_Break : CXVisit_Continue;
}

static bool has_numbers_only(CXType record)
{
    bool has_address = false;
    clang_Type_visitFields(record, find_address, &has_address);
    return !has_address && type_bytes(record) > 0;
}

const c_type *clang_import_type(clang_import *in, CXType type)
{
    bool is_const = clang_isConstQualifiedType(type) != 0;
    bool is_volatile = clang_isVolatileQualifiedType(type) != 0;
    bool is_plain = !is_const && !is_volatile;
    CXType canonical = clang_getCanonicalType(type);
    bool is_builtin = canonical.kind >= CXType_FirstBuiltin && canonical.kind <= CXType_LastBuiltin;
    if (is_builtin && is_plain && in->scalars[canonical.kind])
        return in->scalars[canonical.kind];
    c_type *result = ARENA_NEW(in->ctx->arena, c_type);
    result->kind = scalar_kind(canonical.kind);
    result->is_const = is_const;
    result->is_volatile = is_volatile;
    result->is_bool = canonical.kind == CXType_Bool;
    result->is_unsigned = result->kind == TYPE_INT && is_unsigned(integer_kind(canonical));
    result->bytes =
        result->kind == TYPE_FUNCTION || result->kind == TYPE_VOID ? -1 : type_bytes(canonical);
    result->is_union =
        result->kind == TYPE_RECORD &&
        clang_getCursorKind(clang_getTypeDeclaration(canonical)) == CXCursor_UnionDecl;
    result->has_numbers_only = result->kind == TYPE_RECORD && has_numbers_only(canonical);
    if (result->kind == TYPE_POINTER)
        result->target = clang_import_type(in, clang_getPointeeType(canonical));
    else if (result->kind == TYPE_ARRAY)
        result->target = clang_import_type(in, clang_getArrayElementType(canonical));
    if (is_builtin && is_plain)
        in->scalars[canonical.kind] = result;
    return result;
}

/* --- The table of declarations ------------------------------------------- */

static decl_entry *find_entry(clang_import *in, CXCursor canonical)
{
    unsigned mask = in->table_size - 1;
    unsigned slot = clang_hashCursor(canonical) & mask;
    while (in->table[slot].decl && !clang_equalCursors(in->table[slot].cursor, canonical))
        slot = (slot + 1) & mask;
    return &in->table[slot];
}

static void grow_table(clang_import *in)
{
    decl_entry *old = in->table;
    unsigned old_size = in->table_size;
    in->table_size = old_size ? 2 * old_size : 256;
    in->table = ARENA_ARRAY(in->ctx->arena, in->table_size, decl_entry);
    for (unsigned i = 0; i < old_size; i++)
        if (old[i].decl)
            *find_entry(in, old[i].cursor) = old[i];
}

static bool decl_kind_of(enum CXCursorKind kind, decl_kind *out)
{
    if (kind == CXCursor_VarDecl)
        *out = DECL_VARIABLE;
    else if (kind == CXCursor_ParmDecl)
        *out = DECL_FORMAL;
    else if (kind == CXCursor_FunctionDecl)
        *out = DECL_FUNCTION;
    else if (kind == CXCursor_EnumConstantDecl)
        *out = DECL_ENUMERATOR;
    else
        return false;
    return true;
}

/* The enumerator's value expression, or else the enumerator before it. */
static void import_enumerator(clang_import *in, CXCursor cursor, decl *d)
{
    d->value = d->type->is_unsigned ? (int64_t)clang_getEnumConstantDeclUnsignedValue(cursor)
                                    : clang_getEnumConstantDeclValue(cursor);
    cursor_list own = clang_import_children(in, cursor);
    if (own.count)
        d->init = clang_import_expression(in, own.data[own.count - 1]);
    cursor_list all = clang_import_children(in, clang_getCursorSemanticParent(cursor));
    for (int i = 1; i < all.count && !d->init; i++)
        if (clang_equalCursors(all.data[i], cursor))
            d->previous = clang_import_decl(in, all.data[i - 1]);
}

/* hpf_dot_product_1_double: without the prefix and the suffix of its name. */
static const char *intrinsic_name(clang_import *in, const char *name)
{
    const char *begin = name + strlen("hpf_"), *end = strrchr(begin, '_');
    if (strncmp(name, "hpf_", strlen("hpf_")) != 0 || !end || end - begin < 3)
        return NULL;
    return intern_n(in->ctx->names, begin, (size_t)(end - 2 - begin));
}

typedef struct definition_search {
    clang_import *in;
    const char *name;
    CXCursor found;
} definition_search;

static enum CXChildVisitResult find_definition(CXCursor cursor, CXCursor parent, CXClientData data)
{
    definition_search *want = data;
    (void)parent;
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl || !clang_isCursorDefinition(cursor) ||
        strcmp(clang_import_string(want->in, clang_getCursorSpelling(cursor)), want->name) != 0)
        return CXChildVisit_Continue;
    want->found = cursor;
    return CXChildVisit_Break;
}

/* What stands for a cursor in the table. */
static CXCursor representative(clang_import *in, CXCursor cursor)
{
    if (in->has_conflicts && clang_getCursorKind(cursor) == CXCursor_FunctionDecl &&
        clang_Cursor_isNull(clang_getCursorDefinition(cursor))) {
        definition_search want = {in, clang_import_string(in, clang_getCursorSpelling(cursor)),
                                  clang_getNullCursor()};
        clang_visitChildren(clang_getTranslationUnitCursor(in->tu), find_definition, &want);
        if (!clang_Cursor_isNull(want.found))
            cursor = want.found;
    }
    return clang_getCanonicalCursor(cursor);
}

static void set_place(clang_import *in, decl *d, CXCursor cursor)
{
    d->where = clang_import_place(in, clang_getCursorLocation(cursor));
    if (d->where.file)
        d->where.end_column = d->where.column + (int)strlen(d->name);
}

/* Another unit has declared it: this one says where in the user's files, and what its attributes
 * are. */
static void find_again(clang_import *in, decl *d, CXCursor cursor)
{
    if (!d->where.file)
        set_place(in, d, cursor);
    if (d->kind == DECL_FUNCTION && !d->is_defined)
        clang_import_function_type(in, d, cursor);
}

decl *clang_import_decl(clang_import *in, CXCursor cursor)
{
    decl_kind kind;
    if (!decl_kind_of(clang_getCursorKind(cursor), &kind))
        return NULL;
    if (2 * in->table_used >= in->table_size)
        grow_table(in);
    CXCursor canonical = representative(in, cursor);
    decl_entry *entry = find_entry(in, canonical);
    if (entry->decl)
        return entry->decl;
    decl **linked = clang_link_decl(in, cursor);
    decl *d = linked && *linked ? *linked : ARENA_NEW(in->ctx->arena, decl);
    *entry = (decl_entry){canonical, d};
    in->table_used++;
    if (linked && *linked) {
        find_again(in, d, cursor);
        return d;
    }
    if (linked)
        *linked = d;
    d->kind = kind;
    d->id = in->shared->decls.count;
    d->unit = in->index;
    d->name = clang_import_string(in, clang_getCursorSpelling(cursor));
    set_place(in, d, cursor);
    d->type = clang_import_type(in, clang_getCursorType(cursor));
    d->is_external = clang_getCursorLinkage(cursor) == CXLinkage_External;
    VEC_PUSH(in->ctx->arena, &in->shared->decls, d);
    if (kind == DECL_ENUMERATOR)
        import_enumerator(in, cursor, d);
    if (kind == DECL_FUNCTION)
        clang_import_function_type(in, d, cursor);
    if (kind == DECL_FUNCTION &&
        clang_import_is_intrinsic(in, clang_getCursorLocation(canonical))) {
        d->intrinsic = intrinsic_name(in, d->name);
        VEC_PUSH(in->ctx->arena, &in->intrinsics, canonical);
    }
    return d;
}

/* --- Extents ------------------------------------------------------------- */

/* The extents that a declaration writes itself, innermost first as libclang
 * lists them, between a reference to the type's name and the initialiser. */
static syntax_list own_extents(clang_import *in, CXCursor cursor)
{
    syntax_list list = {0};
    CXCursor init = clang_Cursor_getVarDeclInitializer(cursor);
    cursor_list children = clang_import_children(in, cursor);
    for (int i = 0; i < children.count; i++) {
        CXCursor child = children.data[i];
        if (clang_isExpression(clang_getCursorKind(child)) && !clang_equalCursors(child, init))
            VEC_PUSH(in->ctx->arena, &list, clang_import_expression(in, child));
    }
    return list;
}

/* One declarator's dimensions, from d->rank at `from` on, take the extents that
 * it writes, from the right: the first may be missing, as in a[][N]. */
static void place_extents(decl *d, int from, const syntax_list *own)
{
    for (int i = 0; i < own->count && d->rank - 1 - i >= from; i++)
        d->extent[d->rank - 1 - i] = own->data[i];
}

/* Reads the dimensions through pointers, arrays and typedefs. */
void clang_import_extents(clang_import *in, decl *d, CXCursor cursor, CXType *element)
{
    CXType type = clang_getCursorType(cursor);
    syntax_list own = own_extents(in, cursor);
    int from = 0;
    d->rank = 0;
    for (;;) {
        enum CXTypeKind kind = type.kind;
        if (kind == CXType_Elaborated) {
            type = clang_Type_getNamedType(type);
        } else if (kind == CXType_Typedef) {
            CXCursor named = clang_getTypeDeclaration(type);
            place_extents(d, from, &own);
            from = d->rank;
            own = own_extents(in, named);
            type = clang_getTypedefDeclUnderlyingType(named);
            d->record_alias = clang_import_string(in, clang_getCursorSpelling(named));
        } else if (kind == CXType_Unexposed || kind == CXType_Attributed) {
            CXType canonical = clang_getCanonicalType(type);
            if (canonical.kind == kind)
                break; /* not shown in any form: a _BitInt */
            type = canonical;
        } else if (kind == CXType_Pointer && d->rank == 0 &&
                   clang_getCanonicalType(clang_getPointeeType(type)).kind !=
                       CXType_FunctionProto &&
                   clang_getCanonicalType(clang_getPointeeType(type)).kind !=
                       CXType_FunctionNoProto) {
            d->count[d->rank++] = -1;
            type = clang_getPointeeType(type);
        } else if ((kind == CXType_ConstantArray || kind == CXType_IncompleteArray ||
                    kind == CXType_VariableArray) &&
                   d->rank < MAX_RANK) {
            d->count[d->rank++] = clang_getArraySize(type);
            type = clang_getArrayElementType(type);
        } else {
            break;
        }
    }
    place_extents(d, from, &own);
    d->element = clang_import_type(in, type);
    *element = type;
}

/* Does an attribute's word let a linker put another object in the variable's place? */
static bool is_for_linker(const char *word)
{
    static const char *const words[] = {"weak", "alias", "weakref"};
    const char *bare = strncmp(word, "__", 2) == 0 ? word + 2 : word;
    bool found = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i]);
        found |= strncmp(bare, words[i], length) == 0 &&
                 (!bare[length] || strcmp(bare + length, "__") == 0);
    }
    return found;
}

/* The object that an attribute names in a string is another name of this one. */
static bool read_attribute(clang_import *in, CXCursor attribute)
{
    CXToken *token;
    unsigned count;
    bool found = clang_getCursorKind(attribute) == CXCursor_AsmLabelAttr;
    clang_tokenize(in->tu, clang_getCursorExtent(attribute), &token, &count);
    for (unsigned i = 0; i < count; i++) {
        const char *text = clang_import_string(in, clang_getTokenSpelling(in->tu, token[i]));
        size_t length = strlen(text);
        if (text[0] == '"' && length > 2)
            VEC_PUSH(in->ctx->arena, &in->linked, intern_n(in->ctx->names, text + 1, length - 2));
        found |= is_for_linker(text);
    }
    clang_disposeTokens(in->tu, token, count);
    return found;
}

/* What clang/rewrite.c puts for `:[*]`. */
static bool is_codimension(clang_import *in, CXCursor attribute)
{
    const char *text = clang_import_string(in, clang_getCursorSpelling(attribute));
    return strcmp(text, COARRAY_ATTRIBUTE) == 0;
}

static void read_attributes(clang_import *in, CXCursor cursor, decl *d)
{
    cursor_list children = clang_import_children(in, cursor);
    for (int i = 0; i < children.count; i++) {
        enum CXCursorKind kind = clang_getCursorKind(children.data[i]);
        int before = in->linked.count;
        if (kind == CXCursor_AnnotateAttr && is_codimension(in, children.data[i])) {
            d->is_coarray = true;
            d->codimension = clang_import_range(in, children.data[i]);
        }
        if (kind == CXCursor_UnexposedAttr && in->function && !d->has_cleanup)
            clang_import_cleanup(in, cursor, d);
        bool is_asked = kind == CXCursor_AsmLabelAttr || kind == CXCursor_UnexposedAttr;
        if (is_asked && read_attribute(in, children.data[i]))
            d->is_replaceable = true;
        else
            in->linked.count = before;
    }
}

void clang_import_links(clang_import *in)
{
    for (int i = 0; i < in->linked.count; i++)
        for (int k = 0; k < in->shared->decls.count; k++)
            if (!in->shared->decls.data[k]->function &&
                in->shared->decls.data[k]->name == in->linked.data[i])
                in->shared->decls.data[k]->is_replaceable = true;
}

decl *clang_import_variable(clang_import *in, CXCursor cursor)
{
    decl *d = clang_import_decl(in, cursor);
    read_attributes(in, cursor, d);
    d->is_replaceable |=
        clang_getCursorLinkage(cursor) == CXLinkage_External && clang_import_is_weak(in, cursor);
    bool is_extern = clang_Cursor_getStorageClass(cursor) == CX_SC_Extern;
    if ((d->element && is_extern) || !clang_link_takes(in, cursor))
        return d;               /* complete already, or in another unit */
    if (d->unit != in->index) { /* which has declared it before */
        d->unit = in->index;
        d->type = clang_import_type(in, clang_getCursorType(cursor));
    }
    set_place(in, d, cursor); /* of the definition, where an `extern` stands before it */
    d->function = in->function;
    d->scope = in->scope;
    d->text = clang_import_range(in, cursor);
    d->is_static = in->function && clang_Cursor_getStorageClass(cursor) == CX_SC_Static;
    CXType element;
    clang_import_extents(in, d, cursor, &element);
    d->element_name =
        clang_import_string(in, clang_getTypeSpelling(clang_getUnqualifiedType(element)));
    clang_import_pointed(in, d, element);
    clang_import_record(in, d, element);
    CXCursor init = clang_Cursor_getVarDeclInitializer(cursor);
    bool has_value = !clang_Cursor_isNull(init);
    d->is_defined |= !is_extern || has_value;
    for (int i = 0; i < d->member_count; i++)
        d->members[i]->is_defined = d->is_defined;
    if (has_value)
        d->init = clang_import_expression(in, init);
    return d;
}

void clang_import_enumerators(clang_import *in, CXCursor enumeration)
{
    cursor_list all = clang_import_children(in, enumeration);
    for (int i = 0; i < all.count; i++) {
        decl *d = clang_import_decl(in, all.data[i]);
        if (d && d->kind == DECL_ENUMERATOR) {
            d->function = in->function;
            d->scope = in->scope;
        }
    }
}

/* The sizes that the formals write are evaluated first. */
static void begin_with_sizes(clang_import *in, CXCursor definition, decl *f)
{
    syntax_list all = {0};
    for (int i = 0; i < f->formal_count; i++)
        clang_import_sizes(in, clang_Cursor_getArgument(definition, (unsigned)i), &all);
    if (!all.count)
        return;
    for (int i = 0; i < f->body->child_count; i++)
        VEC_PUSH(in->ctx->arena, &all, f->body->child[i]);
    syntax *body = (syntax *)f->body;
    body->child = all.data;
    body->child_count = all.count;
}

void clang_import_function(clang_import *in, CXCursor definition)
{
    decl *f = clang_import_decl(in, definition);
    f->name = clang_import_string(in, clang_getCursorSpelling(definition)); /* not of an alias */
    set_place(in, f, definition);
    f->unit = in->index;
    f->text = clang_import_range(in, definition);
    f->is_defined = true;
    CXCursor first = clang_getCanonicalCursor(definition);
    if (!clang_equalCursors(first, definition))
        f->declared = clang_import_place(in, clang_getCursorLocation(first));
    clang_import_function_type(in, f, definition);
    in->function = f;
    in->has_cleanups = false;
    in->scope = clang_import_range(in, definition);
    f->formal_count = clang_Cursor_getNumArguments(definition);
    if (f->formal_count < 0)
        f->formal_count = 0;
    f->formals = ARENA_ARRAY(in->ctx->arena, f->formal_count, decl *);
    for (int i = 0; i < f->formal_count; i++)
        f->formals[i] =
            clang_import_variable(in, clang_Cursor_getArgument(definition, (unsigned)i));
    cursor_list children = clang_import_children(in, definition);
    for (int i = 0; i < children.count; i++)
        if (clang_getCursorKind(children.data[i]) == CXCursor_CompoundStmt)
            f->body = clang_import_statement(in, children.data[i]);
    if (f->body)
        begin_with_sizes(in, definition, f);
    if (f->body && in->has_cleanups)
        clang_import_cleanups(in, (syntax *)f->body);
    if (f->body)
        VEC_PUSH(in->ctx->arena, &in->shared->functions, f);
    in->function = NULL;
    in->scope = (source_range){0};
}
