/* Structures, whose members directives may map. */

#include "frontend/clang/import.h"

typedef struct reading {
    clang_import *in;
    decl *whole;
    VEC(decl *) members;
} reading;

/* The member as a variable: seen where the structure is, and not by its name alone. */
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
    d->name = intern(in->ctx->names, arena_printf(in->ctx->arena, "%s.%s", r->whole->name, name));
    d->where = r->whole->where;
    d->unit = r->whole->unit;
    d->type = clang_import_type(in, clang_getCursorType(field));
    d->function = r->whole->function;
    d->scope = r->whole->scope;
    d->is_external = r->whole->is_external;
    clang_import_extents(in, d, field, &element);
    d->element_name =
        clang_import_string(in, clang_getTypeSpelling(clang_getUnqualifiedType(element)));
    VEC_PUSH(in->ctx->arena, &in->shared->decls, d);
    VEC_PUSH(in->ctx->arena, &r->members, d);
    return CXVisit_Continue;
}

void clang_import_record(clang_import *in, decl *d, CXType element)
{
    CXType type = clang_getCanonicalType(element);
    CXCursor declared = clang_getTypeDeclaration(type);
    if (type.kind != CXType_Record || clang_getCursorKind(declared) != CXCursor_StructDecl)
        return;
    d->record = clang_import_string(in, clang_getCursorSpelling(declared));
    if (d->rank || !d->where.file)
        return;
    reading r = {.in = in, .whole = d};
    clang_Type_visitFields(type, add_member, &r);
    d->member_count = r.members.count;
    d->members = r.members.data;
}
