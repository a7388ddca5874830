#include "frontend/clang/link.h"

#include <string.h>

#include "support/format.h"

/* How a definition stands beside others of its name: a later one replaces one before it. */
typedef enum strength {
    STRENGTH_NONE,      /* a declaration */
    STRENGTH_INLINE,    /* an inline definition: of its own unit only (6.7.4) */
    STRENGTH_WEAK,      /* __attribute__((weak)) */
    STRENGTH_COMMON,    /* a tentative definition under -fcommon */
    STRENGTH_DEFINITION /* there is one */
} strength;

/* What one unit says of a name. */
typedef struct mention {
    clang_import *in;
    CXCursor cursor; /* the definition, or else the last declaration */
    strength has;
    bool is_function, is_inline, is_weak;
} mention;

typedef struct symbol {
    const char *name;       /* interned */
    VEC(mention) mentions;  /* one for each unit that has it at file scope */
    const clang_import *of; /* the unit that has its definition, or says most; null: none */
    strength has;
    decl *decl;
} symbol;

/* void name(void) __attribute__((alias("of"))); */
typedef struct alias {
    const char *name, *of; /* interned */
} alias;

struct linkage {
    int unit_count;
    VEC(symbol *) symbols;
    VEC(alias) aliases; /* of functions; none is of another alias */
};

/* --- What the units say ------------------------------------------------------------ */

/* What the linker knows a declaration by: of a function, asm("name") and #pragma redefine_extname
 * give it another name than C has. Where the target puts _ before each name, clang marks those. */
static const char *symbol_name(clang_import *in, CXCursor cursor)
{
    const char *spelling = clang_import_string(in, clang_getCursorSpelling(cursor));
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl)
        return spelling;
    const char *name = clang_import_string(in, clang_Cursor_getMangling(cursor));
    if (name[0] == '\1')
        return intern(in->ctx->names, name + 1);
    bool has_prefix = name[0] == '_' && strcmp(name + 1, spelling) == 0;
    return has_prefix || !*name ? spelling : name;
}

static symbol *find_symbol(fp_context *ctx, struct linkage *all, const char *name)
{
    for (int i = 0; i < all->aliases.count; i++)
        if (all->aliases.data[i].name == name)
            name = all->aliases.data[i].of;
    for (int i = 0; i < all->symbols.count; i++)
        if (all->symbols.data[i]->name == name)
            return all->symbols.data[i];
    symbol *s = ARENA_NEW(ctx->arena, symbol);
    s->name = name;
    VEC_PUSH(ctx->arena, &all->symbols, s);
    return s;
}

static bool is_common(const clang_import *in)
{
    bool is = false; /* as compilers have it without a flag */
    for (int i = 0; i < in->options->argument_count; i++) {
        is |= strcmp(in->options->arguments[i], "-fcommon") == 0;
        is &= strcmp(in->options->arguments[i], "-fno-common") != 0;
    }
    return is;
}

static strength strength_of(clang_import *in, CXCursor cursor, bool is_weak)
{
    bool is_extern = clang_Cursor_getStorageClass(cursor) == CX_SC_Extern;
    if (clang_getCursorKind(cursor) == CXCursor_FunctionDecl) {
        bool is_definition = clang_isCursorDefinition(cursor) != 0;
        bool is_open = is_definition && clang_import_has_attribute(in, cursor, "gnu_inline");
        return !is_definition ? STRENGTH_NONE
               : is_open      ? STRENGTH_INLINE
               : is_weak      ? STRENGTH_WEAK
                              : STRENGTH_DEFINITION;
    }
    bool has_value = !clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(cursor));
    if (is_extern && !has_value)
        return STRENGTH_NONE;
    return is_weak                       ? STRENGTH_WEAK
           : has_value || !is_common(in) ? STRENGTH_DEFINITION
                                         : STRENGTH_COMMON;
}

/* A function all of whose declarations say `inline` without `extern` has an inline definition. */
static bool is_inline_alone(CXCursor cursor)
{
    return clang_Cursor_isFunctionInlined(cursor) &&
           clang_Cursor_getStorageClass(cursor) != CX_SC_Extern;
}

static void note_mention(clang_import *in, CXCursor cursor)
{
    symbol *s = find_symbol(in->ctx, in->shared->linkage, symbol_name(in, cursor));
    bool is_first = !s->mentions.count || s->mentions.data[s->mentions.count - 1].in != in;
    if (is_first)
        VEC_PUSH(in->ctx->arena, &s->mentions,
                 ((mention){.in = in, .cursor = cursor, .is_inline = true}));
    mention *m = &s->mentions.data[s->mentions.count - 1];
    m->is_function = clang_getCursorKind(cursor) == CXCursor_FunctionDecl;
    m->is_inline &= m->is_function && is_inline_alone(cursor);
    m->is_weak |= clang_import_is_weak(in, cursor);
    strength has = strength_of(in, cursor, m->is_weak);
    if (has < m->has)
        return;
    m->cursor = cursor;
    m->has = has;
}

static enum CXChildVisitResult visit_top(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    clang_import *in = data;
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    if ((kind == CXCursor_FunctionDecl || kind == CXCursor_VarDecl) &&
        clang_getCursorLinkage(cursor) == CXLinkage_External &&
        !clang_Location_isInSystemHeader(clang_getCursorLocation(cursor)))
        note_mention(in, cursor);
    return CXChildVisit_Continue;
}

/* The name in the string of an attribute `alias`; null: there is none. */
static const char *alias_of(clang_import *in, CXCursor cursor)
{
    const char *of = NULL;
    cursor_list children = clang_import_children(in, cursor);
    for (int i = 0; i < children.count && !of; i++)
        if (clang_getCursorKind(children.data[i]) == CXCursor_UnexposedAttr)
            of = clang_import_attribute_argument(in, children.data[i], "alias");
    return of;
}

static enum CXChildVisitResult visit_aliases(CXCursor cursor, CXCursor parent, CXClientData data)
{
    (void)parent;
    clang_import *in = data;
    if (clang_getCursorKind(cursor) != CXCursor_FunctionDecl ||
        clang_getCursorLinkage(cursor) != CXLinkage_External ||
        clang_Location_isInSystemHeader(clang_getCursorLocation(cursor)) ||
        clang_import_is_weak(in, cursor)) /* which another file may define */
        return CXChildVisit_Continue;
    const char *of = alias_of(in, cursor);
    if (of)
        VEC_PUSH(in->ctx->arena, &in->shared->linkage->aliases,
                 ((alias){symbol_name(in, cursor), of}));
    return CXChildVisit_Continue;
}

/* --- Types ------------------------------------------------------------------------- */

static bool are_spelt_equally(clang_import *in, CXType a, CXType b)
{
    return clang_import_string(in, clang_getTypeSpelling(a)) ==
           clang_import_string(in, clang_getTypeSpelling(b));
}

/* Structures that are being compared, of whose members may be pointers to themselves. */
typedef struct record_pair {
    CXType a, b;
    const struct record_pair *around;
} record_pair;

static bool are_alike(clang_import *in, CXType a, CXType b, const record_pair *around);

static bool are_functions_compatible(clang_import *in, CXType a, CXType b,
                                     const record_pair *around)
{
    if (!are_alike(in, clang_getResultType(a), clang_getResultType(b), around))
        return false;
    if (a.kind == CXType_FunctionNoProto || b.kind == CXType_FunctionNoProto)
        return true;
    int count = clang_getNumArgTypes(a);
    bool is = count == clang_getNumArgTypes(b) &&
              clang_isFunctionTypeVariadic(a) == clang_isFunctionTypeVariadic(b);
    for (int i = 0; i < count && is; i++)
        is = are_alike(in, clang_getArgType(a, (unsigned)i), clang_getArgType(b, (unsigned)i),
                       around);
    return is;
}

static bool is_array(CXType type)
{
    return type.kind == CXType_ConstantArray || type.kind == CXType_IncompleteArray ||
           type.kind == CXType_VariableArray;
}

static CXType plain(CXType type)
{
    type = clang_getCanonicalType(type);
    return type.kind == CXType_Enum ? clang_getCanonicalType(clang_getEnumDeclIntegerType(
                                          clang_getTypeDeclaration(type)))
                                    : type;
}

typedef struct field_list {
    clang_import *in;
    cursor_list fields;
} field_list;

static enum CXVisitorResult visit_field(CXCursor field, CXClientData data)
{
    field_list *list = data;
    VEC_PUSH(list->in->ctx->arena, &list->fields, field);
    return CXVisit_Continue;
}

static bool are_fields_alike(clang_import *in, CXCursor a, CXCursor b, const record_pair *around)
{
    return clang_import_string(in, clang_getCursorSpelling(a)) ==
               clang_import_string(in, clang_getCursorSpelling(b)) &&
           clang_getFieldDeclBitWidth(a) == clang_getFieldDeclBitWidth(b) &&
           clang_Cursor_getOffsetOfField(a) == clang_Cursor_getOffsetOfField(b) &&
           are_alike(in, clang_getCursorType(a), clang_getCursorType(b), around);
}

/* The same tag, and the same members in the same order; what one of them leaves open is not
 * compared. */
static bool are_records_alike(clang_import *in, CXType a, CXType b, const record_pair *around)
{
    CXCursor first = clang_getTypeDeclaration(a), second = clang_getTypeDeclaration(b);
    bool is_named = !clang_Cursor_isAnonymous(first) && !clang_Cursor_isAnonymous(second);
    for (const record_pair *p = around; p; p = p->around)
        if (clang_equalTypes(p->a, a) && clang_equalTypes(p->b, b))
            return true;
    if (clang_getCursorKind(first) != clang_getCursorKind(second) ||
        (is_named && !are_spelt_equally(in, a, b)))
        return false;
    long long bytes = clang_Type_getSizeOf(a), others = clang_Type_getSizeOf(b);
    if (bytes < 0 || others < 0)
        return true;
    const record_pair here = {a, b, around};
    field_list of_a = {.in = in}, of_b = {.in = in};
    clang_Type_visitFields(a, visit_field, &of_a);
    clang_Type_visitFields(b, visit_field, &of_b);
    bool is = bytes == others && of_a.fields.count == of_b.fields.count;
    for (int i = 0; i < of_a.fields.count && is; i++)
        is = are_fields_alike(in, of_a.fields.data[i], of_b.fields.data[i], &here);
    return is;
}

/* Compatible types (6.2.7). */
static bool are_alike(clang_import *in, CXType a, CXType b, const record_pair *around)
{
    a = plain(a);
    b = plain(b);
    bool is_known = a.kind == CXType_ConstantArray && b.kind == CXType_ConstantArray;
    if (is_array(a) && is_array(b))
        return (!is_known || clang_getArraySize(a) == clang_getArraySize(b)) &&
               are_alike(in, clang_getArrayElementType(a), clang_getArrayElementType(b), around);
    bool is_function = a.kind == CXType_FunctionProto || a.kind == CXType_FunctionNoProto;
    if (is_function && (b.kind == CXType_FunctionProto || b.kind == CXType_FunctionNoProto))
        return are_functions_compatible(in, a, b, around);
    if (a.kind != b.kind || clang_isConstQualifiedType(a) != clang_isConstQualifiedType(b) ||
        clang_isVolatileQualifiedType(a) != clang_isVolatileQualifiedType(b))
        return false;
    if (a.kind == CXType_Pointer)
        return are_alike(in, clang_getPointeeType(a), clang_getPointeeType(b), around);
    if (a.kind == CXType_Record)
        return are_records_alike(in, a, b, around);
    bool is_builtin = a.kind >= CXType_FirstBuiltin && a.kind <= CXType_LastBuiltin;
    return is_builtin || are_spelt_equally(in, a, b);
}

static bool are_compatible(clang_import *in, CXType a, CXType b)
{
    return are_alike(in, a, b, NULL);
}

/* --- One definition of each -------------------------------------------------------- */

static source_range place_of(const mention *m)
{
    source_range where = clang_import_place(m->in, clang_getCursorLocation(m->cursor));
    CXString name = clang_getCursorSpelling(m->cursor);
    if (where.file)
        where.end_column = where.column + (int)strlen(clang_getCString(name));
    clang_disposeString(name);
    return where;
}

static const char *file_of(const mention *m)
{
    source_range where = place_of(m);
    return source_path(where.file ? where.file : m->in->main_file);
}

static void report_twice(fp_context *ctx, const symbol *s, const mention *first,
                         const mention *second)
{
    const char *rule = "defined-twice";
    diag *d;
    if (s->name == intern(ctx->names, "main"))
        d = diag_report(ctx->diags, DIAG_ERROR, rule, place_of(second),
                        "these files have two 'main', and a program begins with one: predict "
                        "them one by one, or leave one out");
    else if (second->is_function)
        d = diag_report(ctx->diags, DIAG_ERROR, rule, place_of(second),
                        "'%s' has a body here and another one in '%s', and a program has one: "
                        "declare one of them 'static', rename it, or leave its file out",
                        s->name, file_of(first));
    else
        d = diag_report(ctx->diags, DIAG_ERROR, rule, place_of(second),
                        "'%s' is defined here and in '%s', and a program has one: write 'extern' "
                        "before one of them, declare it 'static', or add '-fcommon' to the "
                        "compile flags if none has an initialiser",
                        s->name, file_of(first));
    diag_note(d, place_of(first), "first defined here");
}

static const char *bytes_of(fp_context *ctx, const mention *m)
{
    long long bytes = clang_Type_getSizeOf(clang_getCursorType(m->cursor));
    return bytes < 0
               ? intern(ctx->names, "unknown size")
               : intern(ctx->names, format_plural(ctx->arena, (double)bytes, "byte", "bytes"));
}

static void report_types(fp_context *ctx, const symbol *s, const mention *first,
                         const mention *second)
{
    clang_import *in = second->in;
    const char *here = clang_import_string(
        in, clang_getTypeSpelling(clang_getCanonicalType(clang_getCursorType(second->cursor))));
    const char *there = clang_import_string(
        in, clang_getTypeSpelling(clang_getCanonicalType(clang_getCursorType(first->cursor))));
    const char *other = arena_printf(ctx->arena, "'%s'", there);
    if (here == there) { /* one name of two structures */
        bool is_by_size = bytes_of(ctx, second) != bytes_of(ctx, first);
        here = arena_printf(ctx->arena, "%s' of %s", here, bytes_of(ctx, second));
        other = is_by_size ? arena_printf(ctx->arena, "of %s", bytes_of(ctx, first))
                           : "with other members";
    } else {
        here = arena_printf(ctx->arena, "%s'", here);
    }
    diag *d = diag_report(ctx->diags, DIAG_ERROR, "link-type", place_of(second),
                          "'%s' is '%s here and %s in '%s', and a program has one: declare it in a "
                          "header that both files include",
                          s->name, here, other, file_of(first));
    diag_note(d, place_of(first), "%s here as '%s'",
              first->has == STRENGTH_NONE ? "declared" : "defined", there);
}

static bool is_complete(const mention *m)
{
    return clang_getCanonicalType(clang_getCursorType(m->cursor)).kind != CXType_IncompleteArray;
}

/* Does the unit say more of the name than another? */
static bool says_more(const mention *m, const mention *than)
{
    return m->has != than->has ? m->has > than->has : is_complete(m) && !is_complete(than);
}

static bool link_symbol(fp_context *ctx, symbol *s)
{
    const mention *best = NULL;
    bool is_right = true;
    for (int i = 0; i < s->mentions.count; i++) {
        mention *m = &s->mentions.data[i];
        if (m->has == STRENGTH_DEFINITION && m->is_inline)
            m->has = STRENGTH_INLINE;
        if (best && m->has == STRENGTH_DEFINITION && best->has == STRENGTH_DEFINITION) {
            report_twice(ctx, s, best, m);
            return false;
        }
        if (!best || says_more(m, best))
            best = m;
    }
    for (int i = 0; i < s->mentions.count && is_right; i++) {
        const mention *m = &s->mentions.data[i];
        is_right = m == best || are_compatible(m->in, clang_getCursorType(m->cursor),
                                               clang_getCursorType(best->cursor));
        if (!is_right)
            report_types(ctx, s, best, m);
    }
    s->of = best ? best->in : NULL;
    s->has = best ? best->has : STRENGTH_NONE;
    return is_right;
}

bool clang_link(fp_context *ctx, int count, clang_import *units, const char *entry)
{
    bool is_right = true, has_main = false;
    struct linkage *all = ARENA_NEW(ctx->arena, struct linkage);
    all->unit_count = count;
    for (int i = 0; i < count; i++) {
        units[i].shared->linkage = all;
        clang_visitChildren(clang_getTranslationUnitCursor(units[i].tu), visit_aliases, &units[i]);
    }
    for (int i = 0; i < count; i++)
        clang_visitChildren(clang_getTranslationUnitCursor(units[i].tu), visit_top, &units[i]);
    for (int i = 0; i < all->symbols.count; i++) {
        symbol *s = all->symbols.data[i];
        is_right &= link_symbol(ctx, s);
        has_main |= s->name == intern(ctx->names, "main") && s->has != STRENGTH_NONE;
    }
    if (count == 1)
        return is_right;
    if (is_right && !has_main && !entry)
        diag_report(ctx->diags, DIAG_ERROR, "no-main", (source_range){0},
                    "none of the %d files has a 'main', which a program begins with: add the file "
                    "that has it, or name another function to begin with, --entry NAME",
                    count);
    return is_right && (has_main || entry);
}

/* --- For the import ---------------------------------------------------------------- */

/* Null: others cannot see it. */
static symbol *symbol_of(clang_import *in, CXCursor cursor)
{
    enum CXCursorKind kind = clang_getCursorKind(cursor);
    bool can_link = kind == CXCursor_FunctionDecl || kind == CXCursor_VarDecl;
    if (!in->shared->linkage || !can_link || clang_getCursorLinkage(cursor) != CXLinkage_External)
        return NULL;
    return find_symbol(in->ctx, in->shared->linkage, symbol_name(in, cursor));
}

bool clang_link_takes(clang_import *in, CXCursor cursor)
{
    const symbol *s = symbol_of(in, cursor);
    return !s || !s->of || s->of == in;
}

decl **clang_link_decl(clang_import *in, CXCursor cursor)
{
    symbol *s = symbol_of(in, cursor);
    return s ? &s->decl : NULL;
}

void clang_link_finish(const program_import *all)
{
    if (!all->linkage || all->linkage->unit_count == 1) /* others may be linked to it */
        return;
    for (int i = 0; i < all->linkage->symbols.count; i++) {
        const symbol *s = all->linkage->symbols.data[i];
        if (s->decl && s->decl->body && s->has >= STRENGTH_WEAK)
            s->decl->is_replaceable = false;
    }
}
