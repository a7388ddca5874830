/* Lists of initialisers: designators say which element a value is of, and those after it follow. */

#include "frontend/clang/import.h"

/* Longer lists are left as they are written, and their values are not known. */
enum { LONGEST = 65536 };

typedef struct placed {
    int64_t next; /* the element that a value without a designator is of */
    VEC(const syntax *) values;
    bool is_lost;
} placed;

/* [i] = v, or [i ... j] = v of GNU: does it begin so? */
static bool is_designated(clang_import *in, CXCursor cursor)
{
    source_range where = clang_import_range(in, cursor);
    if (clang_getCursorKind(cursor) != CXCursor_UnexposedExpr || !where.file)
        return false;
    return source_text(where.file)[source_offset(where.file, where.line, where.column)] == '[';
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

static void place_designated(clang_import *in, placed *p, CXCursor cursor)
{
    const cursor_list parts = clang_import_children(in, cursor);
    const syntax *bound[2];
    p->is_lost |= parts.count != 2 && parts.count != 3;
    for (int i = 0; i + 1 < parts.count && !p->is_lost; i++) {
        bound[i] = clang_import_integer(in, parts.data[i]);
        p->is_lost |= bound[i]->kind != SYNTAX_INT;
    }
    if (!p->is_lost)
        place(in, p, bound[0]->value, bound[parts.count - 2]->value,
              clang_import_expression(in, parts.data[parts.count - 1]));
}

/* What no initialiser is of is 0. */
static syntax *in_order(clang_import *in, CXCursor cursor, const placed *p)
{
    syntax *s = clang_import_node(in, SYNTAX_INIT_LIST, cursor, p->values.count);
    const c_type *type = clang_import_type(in, clang_getCursorType(cursor));
    for (int i = 0; i < s->child_count; i++) {
        syntax *zero = p->values.data[i] ? NULL : clang_import_node(in, SYNTAX_INT, cursor, 0);
        if (zero)
            zero->type = type->target;
        s->child[i] = zero ? zero : p->values.data[i];
    }
    s->type = type;
    return s;
}

syntax *clang_import_init_list(clang_import *in, CXCursor cursor, const cursor_list *children)
{
    const c_type *type = clang_import_type(in, clang_getCursorType(cursor));
    bool is_plain = true;
    placed p = {0};
    for (int i = 0; i < children->count; i++)
        is_plain &= !is_designated(in, children->data[i]);
    if (is_plain)
        return clang_import_parts(in, SYNTAX_INIT_LIST, cursor, children);
    p.is_lost = type->kind != TYPE_ARRAY || !type->target || type->target->kind != TYPE_INT;
    for (int i = 0; i < children->count && !p.is_lost; i++)
        if (is_designated(in, children->data[i]))
            place_designated(in, &p, children->data[i]);
        else
            place(in, &p, p.next, p.next, clang_import_expression(in, children->data[i]));
    if (!p.is_lost)
        return in_order(in, cursor, &p);
    /* What is in the list is used, but not known to be of any element. */
    syntax *s = clang_import_node(in, SYNTAX_INIT_LIST, cursor, 1);
    s->child[0] = clang_import_parts(in, SYNTAX_OTHER, cursor, children);
    s->type = type;
    return s;
}
