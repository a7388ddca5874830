/* Structures, whose members directives may map. */

#include "frontend/clang/import.h"

typedef struct reading {
    clang_import *in;
    decl *whole, *inner; /* the variable, and the structure in it whose members are read */
    VEC(decl *) members;
    bool is_in_array; /* of structures, an element of which is read */
} reading;

typedef struct member_text {
    clang_import *in;
    const char *text;
} member_text;

static enum CXVisitorResult add_text(CXCursor field, CXClientData data)
{
    member_text *m = data;
    clang_import *in = m->in;
    CXType type = clang_getCanonicalType(clang_getCursorType(field));
    m->text = arena_printf(in->ctx->arena, "%s%s %s;", m->text,
                           clang_import_string(in, clang_getTypeSpelling(type)),
                           clang_import_string(in, clang_getCursorSpelling(field)));
    return CXVisit_Continue;
}

/* Of a structure that the declaration is of, and sets the name; null: of something else. */
static CXType structure_of(clang_import *in, decl *d, CXType element)
{
    CXType type = clang_getCanonicalType(element);
    CXCursor declared = clang_getTypeDeclaration(type);
    if (type.kind != CXType_Record || clang_getCursorKind(declared) != CXCursor_StructDecl)
        return (CXType){.kind = CXType_Invalid};
    d->record = clang_import_string(in, clang_getCursorSpelling(declared));
    member_text all = {in, ""};
    clang_Type_visitFields(type, add_text, &all);
    d->record_members = intern(in->ctx->names, all.text);
    return type;
}

static enum CXVisitorResult add_member(CXCursor field, CXClientData data);

static void read_inner(reading *r, decl *inner, CXType type)
{
    decl *around = r->inner;
    r->inner = inner;
    clang_Type_visitFields(type, add_member, r);
    r->inner = around;
}

/* Those of a member that is an array of structures, as long as they are few: "m.lev[2]", a
 * structure in the structure. */
static void add_elements(reading *r, const decl *array, CXType type)
{
    clang_import *in = r->in;
    bool is_few = array->rank == 1 && array->type->kind == TYPE_ARRAY && array->count[0] > 0 &&
                  array->count[0] <= STRUCTURE_ELEMENTS_MOST && !r->is_in_array;
    bool is_outer = !r->is_in_array;
    r->is_in_array = true;
    for (int64_t k = 0; is_few && k < array->count[0]; k++) {
        decl *d = arena_copy(in->ctx->arena, array, sizeof *d);
        d->id = in->shared->decls.count;
        d->name = intern(in->ctx->names,
                         arena_printf(in->ctx->arena, "%s[%lld]", array->name, (long long)k));
        d->type = array->type->target;
        d->rank = 0;
        VEC_PUSH(in->ctx->arena, &in->shared->decls, d);
        VEC_PUSH(in->ctx->arena, &r->members, d);
        read_inner(r, d, type);
    }
    if (is_outer)
        r->is_in_array = false;
}

/* The member as a variable: seen where the structure is, and not by its name alone. Those of a
 * structure in a structure come after it. */
static enum CXVisitorResult add_member(CXCursor field, CXClientData data)
{
    reading *r = data;
    clang_import *in = r->in;
    const char *name = clang_import_string(in, clang_getCursorSpelling(field));
    CXType element;
    if (!*name || clang_Cursor_isBitField(field))
        return CXVisit_Continue;
    decl *d = ARENA_NEW(in->ctx->arena, decl);
    d->kind = DECL_MEMBER;
    d->id = in->shared->decls.count;
    d->name = intern(in->ctx->names, arena_printf(in->ctx->arena, "%s.%s", r->inner->name, name));
    d->whole = r->inner;
    d->where = r->whole->where;
    d->unit = r->whole->unit;
    d->type = clang_import_type(in, clang_getCursorType(field));
    d->function = r->whole->function;
    d->scope = r->whole->scope;
    d->is_external = r->whole->is_external;
    clang_import_extents(in, d, field, &element);
    d->element_name =
        clang_import_string(in, clang_getTypeSpelling(clang_getUnqualifiedType(element)));
    clang_import_pointed(in, d, element);
    VEC_PUSH(in->ctx->arena, &in->shared->decls, d);
    VEC_PUSH(in->ctx->arena, &r->members, d);
    CXType inner = structure_of(in, d, element);
    if (inner.kind != CXType_Invalid && !d->rank)
        read_inner(r, d, inner);
    else if (inner.kind != CXType_Invalid)
        add_elements(r, d, inner);
    return CXVisit_Continue;
}

/* The structure that a pointer points to, should it be one with memory of its own. */
static decl *add_pointed(clang_import *in, const decl *pointer, CXType type)
{
    decl *d = arena_copy(in->ctx->arena, pointer, sizeof *d);
    d->kind = DECL_MEMBER;
    d->id = in->shared->decls.count;
    d->type = clang_import_type(in, type);
    d->element = d->type;
    d->rank = 0;
    d->whole = pointer;
    d->init = NULL;
    d->is_static = false;
    d->text = (source_range){0};
    VEC_PUSH(in->ctx->arena, &in->shared->decls, d);
    return d;
}

/* Does the declaration have one structure, or some in a row, or point to some? */
static bool has_members(const decl *d)
{
    bool is_array = d->type->kind == TYPE_ARRAY;
    bool is_row = d->rank == 1 && (d->type->kind == TYPE_POINTER || is_array);
    return d->where.file && d->kind == DECL_VARIABLE && (d->rank == 0 || is_row);
}

/* What such elements point to, with the last typedef's name on the way. */
static CXType pointed_through(clang_import *in, decl *d, CXType element)
{
    CXType type = clang_getPointeeType(clang_getCanonicalType(element));
    if (element.kind == CXType_Pointer)
        type = clang_getPointeeType(element);
    while (type.kind == CXType_Elaborated || type.kind == CXType_Typedef) {
        CXCursor named = clang_getTypeDeclaration(type);
        if (type.kind == CXType_Typedef)
            d->record_alias = clang_import_string(in, clang_getCursorSpelling(named));
        type = type.kind == CXType_Elaborated ? clang_Type_getNamedType(type)
                                              : clang_getTypedefDeclUnderlyingType(named);
    }
    return type;
}

void clang_import_record(clang_import *in, decl *d, CXType element)
{
    CXType pointer = clang_getCanonicalType(element);
    bool is_of_pointers = pointer.kind == CXType_Pointer && d->rank == 1 &&
                          d->kind == DECL_VARIABLE && d->type->kind == TYPE_ARRAY;
    if (is_of_pointers) /* struct level *lev[3] */
        element = pointed_through(in, d, element);
    CXType type = structure_of(in, d, element);
    if (type.kind == CXType_Invalid || !has_members(d) || d->member_count)
        return; /* or an `extern` before has them */
    reading r = {.in = in, .whole = d, .inner = d};
    if (d->rank) {
        decl *pointed = add_pointed(in, d, type);
        VEC_PUSH(in->ctx->arena, &r.members, pointed);
        r.inner = pointed;
    }
    clang_Type_visitFields(type, add_member, &r);
    d->member_count = r.members.count;
    d->members = r.members.data;
    if (d->rank) {
        r.inner->member_count = r.members.count - 1;
        r.inner->members = r.members.data + 1;
    }
}
