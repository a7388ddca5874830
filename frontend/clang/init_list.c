/* Lists of initialisers: designators say which element a value is of, and those after it follow. */

#include "frontend/clang/import.h"

/* Longer lists are left as they are written, and their values are not known. */
enum { LONGEST = 65536 };

typedef struct placed {
    int64_t next; /* the element that a value without a designator is of */
    VEC(const syntax *) values;
    bool is_lost;
} placed;

/* --- Members ------------------------------------------------------------------ */

typedef struct member_list {
    clang_import *in;
    VEC(c_member) members;
} member_list;

static enum CXVisitorResult add_member(CXCursor field, CXClientData data)
{
    member_list *list = data;
    clang_import *in = list->in;
    const char *name = clang_import_string(in, clang_getCursorSpelling(field));
    const c_type *type = clang_import_type(in, clang_getCursorType(field));
    bool is_plain = *name && !clang_Cursor_isBitField(field);
    VEC_PUSH(in->ctx->arena, &list->members, ((c_member){is_plain ? name : NULL, type}));
    return CXVisit_Continue;
}

/* The type of a list, with the members of a structure; of a union they are one place. */
static const c_type *list_type(clang_import *in, CXType of)
{
    const c_type *type = clang_import_type(in, of);
    CXType canonical = clang_getCanonicalType(of);
    CXCursor declared = clang_getTypeDeclaration(canonical);
    if (canonical.kind != CXType_Record || clang_getCursorKind(declared) != CXCursor_StructDecl)
        return type;
    member_list list = {.in = in};
    clang_Type_visitFields(canonical, add_member, &list);
    c_type *whole = arena_copy(in->ctx->arena, type, sizeof *type);
    whole->member_count = list.members.count;
    whole->members = list.members.data;
    return whole;
}

/* --- Designators --------------------------------------------------------------- */

/* .m = v: the children of the designator, of which the first is the member; else none. */
static cursor_list member_parts(clang_import *in, CXCursor cursor)
{
    cursor_list parts = {0};
    if (clang_getCursorKind(cursor) == CXCursor_UnexposedExpr)
        parts = clang_import_children(in, cursor);
    if (parts.count && clang_getCursorKind(parts.data[0]) != CXCursor_MemberRef)
        parts.count = 0;
    return parts;
}

/* [i] = v, or [i ... j] = v of GNU: does it begin so? */
static bool is_of_element(clang_import *in, CXCursor cursor)
{
    source_range where = clang_import_range(in, cursor);
    if (clang_getCursorKind(cursor) != CXCursor_UnexposedExpr || !where.file)
        return false;
    return source_text(where.file)[source_offset(where.file, where.line, where.column)] == '[';
}

static bool is_designated(clang_import *in, CXCursor cursor)
{
    return is_of_element(in, cursor) || member_parts(in, cursor).count;
}

static void place(clang_import *in, placed *p, int64_t first, int64_t last, const syntax *value)
{
    p->is_lost |= first < 0 || last < first || last >= LONGEST || !value;
    if (p->is_lost)
        return;
    while (p->values.count <= last)
        VEC_PUSH(in->ctx->arena, &p->values, NULL);
    for (int64_t i = first; i <= last; i++)
        p->values.data[i] = value;
    p->next = last + 1;
}

static void place_member(clang_import *in, placed *p, const c_type *type, const cursor_list *parts)
{
    int at = 0;
    const char *name = clang_import_string(in, clang_getCursorSpelling(parts->data[0]));
    while (at < type->member_count && type->members[at].name != name)
        at++;
    p->is_lost |= parts->count != 2 || at == type->member_count;
    if (!p->is_lost)
        place(in, p, at, at, clang_import_expression(in, parts->data[1]));
}

static void place_element(clang_import *in, placed *p, CXCursor cursor)
{
    const cursor_list parts = clang_import_children(in, cursor);
    const syntax *bound[2];
    p->is_lost |= parts.count != 2 && parts.count != 3;
    for (int i = 0; i + 1 < parts.count && !p->is_lost; i++) {
        p->is_lost |= clang_getCursorKind(parts.data[i]) == CXCursor_MemberRef;
        bound[i] = clang_import_integer(in, parts.data[i]);
        p->is_lost |= bound[i]->kind != SYNTAX_INT;
    }
    if (!p->is_lost)
        place(in, p, bound[0]->value, bound[parts.count - 2]->value,
              clang_import_expression(in, parts.data[parts.count - 1]));
}

/* What no initialiser is of is 0: element or member i of a list of that type. */
static const syntax *zero_of(clang_import *in, CXCursor cursor, const c_type *type, int i)
{
    const c_type *of = i < type->member_count ? type->members[i].type : type->target;
    bool is_whole = of && (of->kind == TYPE_RECORD || of->kind == TYPE_ARRAY);
    syntax *zero = clang_import_node(in, is_whole ? SYNTAX_INIT_LIST : SYNTAX_INT, cursor, 0);
    zero->type = of;
    return zero;
}

static syntax *in_order(clang_import *in, CXCursor cursor, const placed *p, const c_type *type)
{
    syntax *s = clang_import_node(in, SYNTAX_INIT_LIST, cursor, p->values.count);
    for (int i = 0; i < s->child_count; i++)
        s->child[i] = p->values.data[i] ? p->values.data[i] : zero_of(in, cursor, type, i);
    s->type = type;
    return s;
}

syntax *clang_import_init_list(clang_import *in, CXCursor cursor, const cursor_list *children)
{
    const c_type *type = list_type(in, clang_getCursorType(cursor));
    bool is_plain = true;
    placed p = {0};
    for (int i = 0; i < children->count; i++)
        is_plain &= !is_designated(in, children->data[i]);
    if (is_plain) {
        syntax *s = clang_import_parts(in, SYNTAX_INIT_LIST, cursor, children);
        s->type = type;
        return s;
    }
    p.is_lost = !type->member_count &&
                (type->kind != TYPE_ARRAY || !type->target ||
                 (type->target->kind != TYPE_INT && type->target->kind != TYPE_RECORD));
    for (int i = 0; i < children->count && !p.is_lost; i++) {
        const cursor_list member = member_parts(in, children->data[i]);
        if (member.count)
            place_member(in, &p, type, &member);
        else if (is_of_element(in, children->data[i]))
            place_element(in, &p, children->data[i]);
        else
            place(in, &p, p.next, p.next, clang_import_expression(in, children->data[i]));
    }
    if (!p.is_lost)
        return in_order(in, cursor, &p, type);
    /* What is in the list is used, but not known to be of any element. */
    syntax *s = clang_import_node(in, SYNTAX_INIT_LIST, cursor, 1);
    s->child[0] = clang_import_parts(in, SYNTAX_OTHER, cursor, children);
    s->type = type;
    return s;
}
